// Calls of functions: allow-listed names, arguments, parameters, DISTINCT, FILTER and OVER.
import { functionNamed, isParametric, isWindowed, takesFunction } from './functions.js';
import { type Grammar, isName, listOf, quoteName, quoteText, takeName } from './grammar.js';
import { mayBePath, pathArgument } from './json-paths.js';
import { positionCall, substringCall, trimCall } from './text-calls.js';
import { mayBeZone, zoneArgument } from './time-zones.js';
import type { Token } from './tokenize.js';
import { takeType, typeInText } from './type-names.js';
import { overClause } from './windows.js';

/** What looks like a call and has a syntax of its own. */
const SPECIAL: Readonly<Record<string, (grammar: Grammar) => string>> = {
  accuratecastornull: (grammar) => castCall(grammar, 'accurateCastOrNull'),
  cast: (grammar) => castCall(grammar, 'CAST'),
  extract: extractCall,
  jsonextract: (grammar) => jsonExtractCall(grammar, 'JSONExtract'),
  jsonextractkeysandvalues: (grammar) => jsonExtractCall(grammar, 'JSONExtractKeysAndValues'),
  date_add: (grammar) => dateShift(grammar, '+'),
  date_sub: (grammar) => dateShift(grammar, '-'),
  dateadd: (grammar) => dateShift(grammar, '+'),
  datesub: (grammar) => dateShift(grammar, '-'),
  timestamp_add: (grammar) => dateShift(grammar, '+'),
  timestamp_sub: (grammar) => dateShift(grammar, '-'),
  timestampadd: (grammar) => dateShift(grammar, '+'),
  timestampsub: (grammar) => dateShift(grammar, '-'),
  date_diff: dateDifference,
  datediff: dateDifference,
  timestamp_diff: dateDifference,
  timestampdiff: dateDifference,
  grouping: groupingCall,
  position: positionCall,
  substring: substringCall,
  trim: trimCall,
  exists: (grammar) => `exists(${bracketedQuery(grammar)})`,
};

const UNITS = new Map(
  ['Second', 'Minute', 'Hour', 'Day', 'Week', 'Month', 'Quarter', 'Year'].flatMap((unit) => [
    [unit.toLowerCase(), unit] as const,
    [`${unit.toLowerCase()}s`, unit] as const,
  ]),
);

/** Parses a call; the next token is the name of its function. */
export function call(grammar: Grammar): string {
  const { tokens } = grammar;
  const token = tokens.take();
  const special = SPECIAL[token.text.toLowerCase()];
  if (Object.hasOwn(SPECIAL, token.text.toLowerCase()) && special && token.kind === 'word') {
    return special(grammar);
  }
  const name = token.kind === 'word' ? functionNamed(token.text) : undefined;
  if (name === undefined) return tokens.fail('this function is not supported', token);
  tokens.expect('(');
  const first = callArguments(grammar, name);
  const isCurried = isParametric(name) && tokens.accepts('(');
  const called = isCurried
    ? `${name}(${first})(${callArguments(grammar, name)})`
    : `${name}(${first})`;
  return isWindowed(name)
    ? `${called}${filterClause(grammar)}${nullsClause(grammar)}${overClause(grammar)}`
    : called;
}

/** Parses arguments after the opening bracket, and takes the closing one. */
function callArguments(grammar: Grammar, name: string): string {
  const { tokens } = grammar;
  if (tokens.accepts(')')) return '';
  if (name === 'count' && tokens.accepts('*', ')')) return '';
  const distinct = isWindowed(name) && tokens.accepts('DISTINCT') ? 'DISTINCT ' : '';
  const first = tokens.peek();
  const lacksFunction = takesFunction(name) && !isLambda(grammar);
  const parts = listOf(tokens, (place) => {
    if (mayBePath(name, place)) return pathArgument(grammar);
    return mayBeZone(name, place) ? zoneArgument(grammar) : argument(grammar);
  });
  // The engine would take a name there for that of a function, and the one called `file` reads files.
  if (lacksFunction && parts.length > 1) {
    return tokens.fail('a function is expected here, such as x -> lower(x)', first);
  }
  tokens.expect(')');
  return distinct + parts.join(', ');
}

/** An expression or, as arrays take it, `x -> expression`. */
function argument(grammar: Grammar): string {
  const { tokens } = grammar;
  if (isPlainLambda(grammar)) return lambda(grammar, [takeName(grammar, 'a name')]);
  if (isBracketedLambda(grammar)) {
    tokens.expect('(');
    const names = listOf(tokens, () => takeName(grammar, 'a name'));
    tokens.expect(')');
    return lambda(grammar, names);
  }
  return grammar.expression();
}

const isLambda = (grammar: Grammar): boolean =>
  isPlainLambda(grammar) || isBracketedLambda(grammar);

const isPlainLambda = ({ tokens }: Grammar): boolean =>
  isName(tokens.peek()) && tokens.peek(1).text === '->';

function isBracketedLambda({ tokens }: Grammar): boolean {
  if (tokens.peek().text !== '(') return false;
  let ahead = 1;
  while (isName(tokens.peek(ahead)) && tokens.peek(ahead + 1).text === ',') ahead += 2;
  return (
    isName(tokens.peek(ahead)) &&
    tokens.peek(ahead + 1).text === ')' &&
    tokens.peek(ahead + 2).text === '->'
  );
}

function lambda(grammar: Grammar, names: readonly string[]): string {
  grammar.tokens.expect('->');
  return `(${names.map(quoteName).join(', ')}) -> ${grammar.expression()}`;
}

function filterClause(grammar: Grammar): string {
  const { tokens } = grammar;
  if (!tokens.accepts('FILTER', '(')) return '';
  tokens.expect('WHERE');
  const condition = grammar.expression();
  tokens.expect(')');
  return ` FILTER (WHERE ${condition})`;
}

/** Whether values that are NULL count. The engine says which functions have the choice. */
function nullsClause({ tokens }: Grammar): string {
  const word = ['IGNORE', 'RESPECT'].find((one) => tokens.accepts(one, 'NULLS'));
  return word === undefined ? '' : ` ${word} NULLS`;
}

function castCall(grammar: Grammar, name: string): string {
  const { tokens } = grammar;
  tokens.expect('(');
  const value = grammar.expression();
  const isStandard = name === 'CAST' && tokens.accepts('AS');
  if (!isStandard) tokens.expect(',');
  const type = isStandard ? quoteText(takeType(grammar)) : typeInText(grammar);
  tokens.expect(')');
  return `${name}(${value}, ${type})`;
}

/** Units of `extract` whose function is not called `to` and the unit; weeks are those of ISO 8601, as the engine's. */
const EXTRACTS: Readonly<Record<string, string>> = { Day: 'toDayOfMonth', Week: 'toISOWeek' };

/** What `extract` alone knows, in the engine's own words. */
const PARTS: ReadonlySet<string> = new Set(['EPOCH', 'DOW', 'DOY', 'ISODOW', 'ISOYEAR']);

/** `extract(day FROM timestamp)`, or the function `extract(text, pattern)`. */
function extractCall(grammar: Grammar): string {
  const { tokens } = grammar;
  tokens.expect('(');
  const word = tokens.peek().text.toUpperCase();
  const unit = UNITS.get(word.toLowerCase());
  if ((unit !== undefined || PARTS.has(word)) && tokens.accepts(word, 'FROM')) {
    const value = grammar.expression();
    tokens.expect(')');
    if (unit === undefined) return `extract(${word} FROM ${value})`;
    return `${EXTRACTS[unit] ?? `to${unit}`}(${value})`;
  }
  const parts = listOf(tokens, grammar.expression);
  tokens.expect(')');
  return `extract(${parts.join(', ')})`;
}

/** The last argument is a type, and types are an allow-list, too. */
function jsonExtractCall(grammar: Grammar, name: string): string {
  const { tokens } = grammar;
  tokens.expect('(');
  const parts: string[] = [];
  for (;;) {
    const isLast = tokens.peek().kind === 'string' && tokens.peek(1).text === ')';
    parts.push(isLast ? typeInText(grammar) : grammar.expression());
    if (isLast && tokens.accepts(')')) return `${name}(${parts.join(', ')})`;
    if (!tokens.accepts(','))
      return tokens.fail(`the last argument of ${name} must be a type in quotes, such as 'Int64'`);
  }
}

/** Which keys a subtotal leaves out. The engine has it, and does not list it among its functions. */
function groupingCall(grammar: Grammar): string {
  const { tokens } = grammar;
  tokens.expect('(');
  const keys = listOf(tokens, grammar.expression);
  tokens.expect(')');
  return `grouping(${keys.join(', ')})`;
}

/** `date_add(DAY, 1, timestamp)` and `date_add(timestamp, INTERVAL 1 DAY)`. */
function dateShift(grammar: Grammar, sign: '+' | '-'): string {
  const { tokens } = grammar;
  tokens.expect('(');
  const unit = UNITS.get(tokens.peek().text.toLowerCase());
  if (unit !== undefined && tokens.peek(1).text === ',') {
    tokens.take();
    tokens.expect(',');
    const amount = grammar.expression();
    tokens.expect(',');
    const value = grammar.expression();
    tokens.expect(')');
    return `(${value} ${sign} toInterval${unit}(toInt64(${amount})))`;
  }
  const value = grammar.expression();
  tokens.expect(',');
  const shift = grammar.expression();
  tokens.expect(')');
  return `(${value} ${sign} ${shift})`;
}

/** `date_diff(day, start, end)`, where the unit may be a text, too. */
function dateDifference(grammar: Grammar): string {
  const { tokens } = grammar;
  tokens.expect('(');
  const isUnit = UNITS.has(tokens.peek().text.toLowerCase()) && tokens.peek(1).text === ',';
  const unit = isUnit ? quoteText(tokens.take().value.toLowerCase()) : grammar.expression();
  tokens.expect(',');
  const others = listOf(tokens, (place) =>
    mayBeZone('dateDiff', place + 1) ? zoneArgument(grammar) : grammar.expression(),
  );
  tokens.expect(')');
  return `dateDiff(${[unit, ...others].join(', ')})`;
}

/** `INTERVAL 1 DAY` or `INTERVAL '1 day'`; the word INTERVAL was taken. */
export function interval(grammar: Grammar): string {
  const { tokens } = grammar;
  const [, digits, word = ''] = /^(-?\d{1,9}) +(\w+)$/.exec(textAt(tokens.peek())) ?? [];
  const named = UNITS.get(word.toLowerCase());
  if (named !== undefined && tokens.take()) return `toInterval${named}(toInt64(${digits}))`;
  const amount = grammar.expression();
  const unit = UNITS.get(tokens.peek().text.toLowerCase());
  if (unit === undefined) return tokens.fail('a unit such as DAY is expected here');
  tokens.take();
  return `toInterval${unit}(toInt64(${amount}))`;
}

const textAt = ({ kind, value }: Token): string => (kind === 'string' ? value : '');

/** `(SELECT ...)`, without the brackets in the answer. */
export function bracketedQuery(grammar: Grammar): string {
  grammar.tokens.expect('(');
  const sql = grammar.query();
  grammar.tokens.expect(')');
  return sql;
}
