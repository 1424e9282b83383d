// Expressions: operators by their precedence, then their operands.
import { bracketedQuery, call, interval } from './calls.js';
import { type Grammar, isNameOfValue, listOf, quoteName, quoteText, takeName } from './grammar.js';
import { PARAMETERS } from './tokenize.js';
import { takeType } from './type-names.js';

/** Parses from `?`, which binds least, inwards. Each precedence is written flat, in brackets of its own. */
export const expression = (grammar: Grammar): string =>
  grammar.tokens.nested(() => {
    const { tokens } = grammar;
    const value = or(grammar);
    if (!tokens.accepts('?')) return value;
    const yes = expression(grammar);
    tokens.expect(':');
    return `if(${value}, ${yes}, ${expression(grammar)})`;
  });

/** What stands on one side of a comparison. */
export const operand = (grammar: Grammar): string =>
  grammar.tokens.nested(() => concatenation(grammar));

/** Operators of one precedence, which are read from left to right. */
function leftToRight(
  grammar: Grammar,
  operators: Readonly<Record<string, string>>,
  operand: (grammar: Grammar) => string,
): string {
  const parts = [operand(grammar)];
  for (;;) {
    const found = Object.keys(operators).find((operator) => grammar.tokens.accepts(operator));
    if (found === undefined) break;
    parts.push(operators[found] ?? '', operand(grammar));
  }
  return parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(' ')})`;
}

const or = (grammar: Grammar): string => leftToRight(grammar, { OR: 'OR' }, and);
const and = (grammar: Grammar): string => leftToRight(grammar, { AND: 'AND' }, not);

const not = (grammar: Grammar): string =>
  grammar.tokens.accepts('NOT')
    ? grammar.tokens.nested(() => `(NOT ${not(grammar)})`)
    : comparison(grammar);

const COMPARISONS: Readonly<Record<string, string>> = {
  '=': '=',
  '==': '=',
  '!=': '!=',
  '<>': '!=',
  '<=>': '<=>',
  '<=': '<=',
  '>=': '>=',
  '<': '<',
  '>': '>',
  LIKE: 'LIKE',
  ILIKE: 'ILIKE',
  REGEXP: 'REGEXP',
};

/** The words that bind less than a comparison: they end a bound of BETWEEN, as the engine reads it. */
const LOOSER = [['IS'], ['BETWEEN'], ['NOT', 'BETWEEN']] as const;

/** @param ends what ends it as an operand: `a BETWEEN b AND c = d` compares `a` with `c = d` */
function comparison(grammar: Grammar, ends: readonly (readonly string[])[] = []): string {
  const { tokens } = grammar;
  let left = concatenation(grammar);
  for (;;) {
    if (ends.some((words) => tokens.sees(...words))) return left;
    if (tokens.accepts('IS')) {
      left = `(${left} ${is(grammar)})`;
      continue;
    }
    const no = tokens.accepts('NOT') ? 'NOT ' : '';
    const operator = Object.keys(COMPARISONS).find(
      (one) => (no === '' || /LIKE/.test(one)) && tokens.accepts(one),
    );
    if (operator !== undefined) {
      left = `(${left} ${no}${COMPARISONS[operator]} ${concatenation(grammar)})`;
    } else if (tokens.accepts('BETWEEN')) {
      const from = comparison(grammar, LOOSER);
      tokens.expect('AND');
      left = `(${left} ${no}BETWEEN ${from} AND ${comparison(grammar, LOOSER)})`;
    } else if (tokens.accepts('IN')) {
      left = `(${sought(left, grammar)} ${no}IN ${members(grammar)})`;
    } else if (no !== '') {
      return tokens.fail('IN, LIKE or BETWEEN is expected after NOT');
    } else {
      return left;
    }
  }
}

/** What stands behind IS, with it; the word was taken. */
function is(grammar: Grammar): string {
  const { tokens } = grammar;
  const no = tokens.accepts('NOT') ? 'NOT ' : '';
  if (tokens.accepts('DISTINCT', 'FROM')) {
    return `IS ${no}DISTINCT FROM ${comparison(grammar, [['IS']])}`;
  }
  const state = ['TRUE', 'FALSE', 'UNKNOWN'].find((word) => tokens.accepts(word));
  if (state === undefined) tokens.expect('NULL');
  return `IS ${no}${state ?? 'NULL'}`;
}

/**
 * The operand before IN. The engine would also look for a table of its name, so a name that is not a known
 * column goes into `identity`. (On known columns that would keep indexes from being used.)
 */
function sought(left: string, { views, tableNames }: Grammar): string {
  // A name in brackets is a name still.
  const [, table, name] = /^\(*(?:`([^`]*)`\.)?`([^`]*)`\)*$/.exec(left) ?? [];
  if (name === undefined) return left;
  // Not `events`, which is a column of sessions and a table.
  const isColumn =
    !views.has(name) && [...views.values()].some(({ columns }) => columns.includes(name));
  const isKnown = isColumn && (table === undefined || tableNames.has(table));
  return isKnown ? left : `identity(${left})`;
}

/** The operand after IN. It is never a bare name, not even in brackets, which the engine would read as a table's. */
function members(grammar: Grammar): string {
  const { tokens } = grammar;
  if (isQuery(grammar)) return `(${bracketedQuery(grammar)})`;
  const end = tokens.accepts('(') ? ')' : tokens.accepts('[') ? ']' : undefined;
  if (end === undefined) return tokens.fail('IN requires a list or a query in brackets');
  const list = listOf(tokens, grammar.expression);
  tokens.expect(end);
  return `tuple(${list.join(', ')})`;
}

const isQuery = ({ tokens }: Grammar): boolean =>
  tokens.peek().text === '(' && /^(select|with)$/i.test(tokens.peek(1).text);

const concatenation = (grammar: Grammar): string => leftToRight(grammar, { '||': '||' }, sum);
const sum = (grammar: Grammar): string => leftToRight(grammar, { '+': '+', '-': '-' }, product);
const product = (grammar: Grammar): string =>
  leftToRight(grammar, { '*': '*', '/': '/', '%': '%', DIV: 'DIV', MOD: 'MOD' }, unary);

const unary = (grammar: Grammar): string => {
  const { tokens } = grammar;
  const cast = castNumber(grammar);
  if (cast !== undefined) return postfix(grammar, cast);
  if (tokens.accepts('-')) return tokens.nested(() => `(-${unary(grammar)})`);
  if (tokens.accepts('+')) return tokens.nested(() => unary(grammar));
  return postfix(grammar, primary(grammar));
};

/**
 * `-1::Type`: before `::` the engine reads a number as a text, with its sign and all of its digits, while a
 * number keeps sixteen of them. Not so with an exponent, since no integer can be read from such a text.
 */
function castNumber(grammar: Grammar): string | undefined {
  const { tokens } = grammar;
  const sign = tokens.sees('-') ? '-' : '';
  const { kind, value } = tokens.peek(sign.length);
  const isCast = kind === 'number' && tokens.peek(sign.length + 1).text === '::';
  if (!isCast || /e/i.test(value)) return undefined;
  tokens.accepts('-');
  tokens.take();
  tokens.expect('::');
  return castTo(grammar, quoteText(sign + value));
}

/** @param value what stands before `::` */
const castTo = (grammar: Grammar, value: string): string =>
  `CAST(${value}, ${quoteText(takeType(grammar))})`;

/** `value[1]`, `value.1`, `value::Type`. */
function postfix(grammar: Grammar, primary: string): string {
  const { tokens } = grammar;
  let value = primary;
  for (;;) {
    if (tokens.accepts('[')) {
      value = `arrayElement(${value}, ${grammar.expression()})`;
      tokens.expect(']');
    } else if (tokens.accepts('::')) {
      value = castTo(grammar, value);
    } else if (tokens.peek().text === '.' && /^\d{1,3}$/.test(tokens.peek(1).text)) {
      tokens.expect('.');
      value = `tupleElement(${value}, ${Number(tokens.take().value)})`;
    } else {
      return value;
    }
  }
}

const CONSTANTS: Readonly<Record<string, string>> = { NULL: 'NULL', TRUE: 'true', FALSE: 'false' };

function primary(grammar: Grammar): string {
  const { tokens } = grammar;
  const token = tokens.peek();
  if (token.kind === 'number') return numberLiteral(grammar);
  if (token.kind === 'string') return quoteText(tokens.take().value);
  if (token.kind === 'parameter') return day(grammar);
  if (isQuery(grammar)) return `(${bracketedQuery(grammar)})`;
  if (tokens.accepts('(')) return bracketed(grammar);
  if (tokens.accepts('[')) return arrayLiteral(grammar);
  if (token.kind === 'word') {
    const constant = CONSTANTS[token.text.toUpperCase()];
    if (constant !== undefined && tokens.accepts(token.text)) return constant;
    if (tokens.accepts('CASE')) return caseOf(grammar);
    if (tokens.accepts('INTERVAL')) return interval(grammar);
    if (tokens.peek(1).text === '(') return call(grammar);
    if (tokens.peek(1).kind === 'string') return datedText(grammar);
  }
  if (token.text === '?') return tokens.fail(`write the value itself: ${PARAMETERS}`);
  if (!isNameOfValue(token)) return tokens.fail('a value is expected here');
  return columnName(grammar);
}

const day = ({ tokens, days }: Grammar): string =>
  `toDate(${quoteText(tokens.take().value === 'date_from' ? days.from : days.to)})`;

/** The engine reads no constant that is infinite, and its complaint would show our SQL around it. */
function numberLiteral({ tokens }: Grammar): string {
  const { value } = tokens.peek();
  return Number.isFinite(Number(value))
    ? tokens.take().value
    : tokens.fail('this number is too large');
}

/** `name`, or `table.name`; longer paths lead into other databases. */
function columnName(grammar: Grammar): string {
  const { tokens } = grammar;
  const part = () => takeName(grammar, 'a column', isNameOfValue);
  const parts = [part()];
  if (tokens.peek().text === '.' && isNameOfValue(tokens.peek(1))) {
    tokens.expect('.');
    parts.push(part());
  }
  if (tokens.peek().text === '.' && tokens.peek(1).kind !== 'number') {
    return tokens.fail('a column is written as column or table.column');
  }
  grammar.growth.mention(parts.at(-1) ?? '');
  return parts.map(quoteName).join('.');
}

/** `(value)`, or a tuple; the opening bracket was taken. */
function bracketed(grammar: Grammar): string {
  const parts = listOf(grammar.tokens, grammar.expression);
  grammar.tokens.expect(')');
  return parts.length === 1 ? `(${parts[0]})` : `tuple(${parts.join(', ')})`;
}

function arrayLiteral(grammar: Grammar): string {
  if (grammar.tokens.accepts(']')) return '[]';
  const parts = listOf(grammar.tokens, grammar.expression);
  grammar.tokens.expect(']');
  return `[${parts.join(', ')}]`;
}

function caseOf(grammar: Grammar): string {
  const { tokens } = grammar;
  const parts = [tokens.sees('WHEN') ? 'CASE' : `CASE ${grammar.expression()}`];
  do {
    tokens.expect('WHEN');
    const condition = grammar.expression();
    tokens.expect('THEN');
    parts.push(`WHEN ${condition} THEN ${grammar.expression()}`);
  } while (tokens.sees('WHEN'));
  if (tokens.accepts('ELSE')) parts.push(`ELSE ${grammar.expression()}`);
  tokens.expect('END');
  return `${parts.join(' ')} END`;
}

/** `DATE '2026-01-01'`. */
function datedText({ tokens }: Grammar): string {
  const token = tokens.take();
  const make = { DATE: 'toDate', TIMESTAMP: 'toDateTime' }[token.text.toUpperCase()];
  if (make === undefined) return tokens.fail('a string is not expected after this word', token);
  return `${make}(${quoteText(tokens.take().value)})`;
}
