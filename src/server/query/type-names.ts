// The types that a query may cast to.
import { type Grammar, listOf, quoteName, quoteText, takeName } from './grammar.js';
import { zoneText } from './time-zones.js';
import { createTokenReader } from './token-reader.js';

const TYPES = new Map(
  `String Bool Date Date32 DateTime DateTime64 UUID Decimal Nullable Array Tuple Map LowCardinality
  Int8 Int16 Int32 Int64 Int128 Int256 UInt8 UInt16 UInt32 UInt64 UInt128 UInt256 Float32 Float64`
    .split(/\s+/)
    .map((name) => [name.toLowerCase(), name]),
);

const ALIASES: ReadonlyMap<string, string> = new Map([
  ['tinyint', 'Int8'],
  ['smallint', 'Int16'],
  ['int', 'Int32'],
  ['integer', 'Int32'],
  ['bigint', 'Int64'],
  ['real', 'Float32'],
  ['float', 'Float64'],
  ['double', 'Float64'],
  ['numeric', 'Decimal'],
  ['char', 'String'],
  ['varchar', 'String'],
  ['text', 'String'],
  ['boolean', 'Bool'],
  ['timestamp', 'DateTime'],
]);

type TypeGrammar = Pick<Grammar, 'tokens' | 'zones'>;

/** `Nullable(DateTime64(3, 'UTC'))`, with every name an allowed one. */
export function takeType(grammar: TypeGrammar): string {
  const { tokens } = grammar;
  return tokens.nested(() => {
    const token = tokens.take();
    const lower = token.text.toLowerCase();
    const name = token.kind === 'word' ? (TYPES.get(lower) ?? ALIASES.get(lower)) : undefined;
    if (name === undefined) return tokens.fail('this type is not supported', token);
    if (!tokens.accepts('(')) return name;
    const parts = listOf(tokens, () => {
      const { kind, value } = tokens.peek();
      if (kind !== 'number' && kind !== 'string') return part(grammar);
      const token = tokens.take();
      return kind === 'number' ? String(Number(value)) : zoneText(grammar, value, token);
    });
    tokens.expect(')');
    return `${name}(${parts.join(', ')})`;
  });
}

/** A type within another one, in a tuple with its name: `Tuple(plan String)`. */
function part(grammar: TypeGrammar): string {
  const isNamed = grammar.tokens.peek(1).kind === 'word';
  const name = isNamed ? `${quoteName(takeName(grammar, 'a name'))} ` : '';
  return name + takeType(grammar);
}

/** The same of a type that stands in a text, as functions take it. */
export function typeInText({ tokens, zones }: TypeGrammar): string {
  const token = tokens.take();
  if (token.kind !== 'string') return tokens.fail('the type must be in quotes', token);
  // Refusals name the place in the whole query, where the text begins behind its quote.
  const inner = createTokenReader(token.value, (at, why) =>
    tokens.fail(why, { ...token, at: token.at + 1 + at }),
  );
  const type = takeType({ tokens: inner, zones });
  if (inner.peek().kind !== 'end') return tokens.fail('this type is not supported', token);
  return quoteText(type);
}
