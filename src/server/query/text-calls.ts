// Parses position, substring and trim in the form of standard SQL, with words between the arguments in place of commas.
import { type Grammar, listOf } from './grammar.js';

/** `position(part IN text)`, or the function `position(text, part, start)`. */
export function positionCall(grammar: Grammar): string {
  const { tokens } = grammar;
  tokens.expect('(');
  const first = grammar.operand();
  if (tokens.accepts('IN')) {
    const text = grammar.expression();
    tokens.expect(')');
    return `position(${text}, ${first})`;
  }
  return closed(grammar, 'position', [first, ...others(grammar)]);
}

/** `substring(text FROM start FOR length)`, or the function with commas. */
export function substringCall(grammar: Grammar): string {
  const { tokens } = grammar;
  tokens.expect('(');
  const parts = [grammar.expression()];
  if (!tokens.accepts('FROM')) {
    return closed(grammar, 'substring', [...parts, ...others(grammar)]);
  }
  parts.push(grammar.expression());
  if (tokens.accepts('FOR')) parts.push(grammar.expression());
  return closed(grammar, 'substring', parts);
}

const SIDES: Readonly<Record<string, string>> = {
  BOTH: 'trimBoth',
  LEADING: 'trimLeft',
  TRAILING: 'trimRight',
};

/** `trim(BOTH characters FROM text)`, or the function `trim(text, characters)`. */
export function trimCall(grammar: Grammar): string {
  const { tokens } = grammar;
  tokens.expect('(');
  // A column may be called `both`: then a symbol follows it, while a side is followed by a value.
  const isSide = tokens.peek(1).kind !== 'symbol' || tokens.peek(1).text === '(';
  const side = isSide ? Object.keys(SIDES).find((word) => tokens.accepts(word)) : undefined;
  const name = SIDES[side ?? 'BOTH'] ?? '';
  const first = grammar.expression();
  if (side === undefined && !tokens.sees('FROM')) {
    return closed(grammar, name, [first, ...others(grammar)]);
  }
  tokens.expect('FROM');
  return closed(grammar, name, [grammar.expression(), first]);
}

const others = ({ tokens, expression }: Grammar): readonly string[] =>
  tokens.accepts(',') ? listOf(tokens, expression) : [];

function closed({ tokens }: Grammar, name: string, parts: readonly string[]): string {
  tokens.expect(')');
  return `${name}(${parts.join(', ')})`;
}
