// ORDER BY ... WITH FILL and INTERPOLATE: rows for the steps in between that have none. How many they are is bounded
// by the time and memory that a query may take: the engine minds both between the rows that it fills in.
import { type Grammar, listOf, quoteName, takeName } from './grammar.js';

const BOUNDS = ['FROM', 'TO', 'STEP'];

/** ` WITH FILL FROM ... TO ... STEP ...` behind a key, or nothing. */
export function fillOf(grammar: Grammar): string {
  const { tokens } = grammar;
  if (!tokens.accepts('WITH', 'FILL')) return '';
  const bounds = BOUNDS.map((word) =>
    tokens.accepts(word) ? ` ${word} ${grammar.expression()}` : '',
  );
  return ` WITH FILL${bounds.join('')}`;
}

/**
 * ` INTERPOLATE (column, ...)` behind all keys, or nothing: these columns carry on what the row before holds. Not
 * computed: the engine would do so row by row for a whole block, and mind the time only after it.
 */
export function interpolateClause(grammar: Grammar): string {
  const { tokens } = grammar;
  if (!tokens.accepts('INTERPOLATE')) return '';
  // Without any, in a query that stands in another one, the columns would keep their defaults.
  if (!tokens.accepts('(')) return tokens.fail('columns are expected here, as INTERPOLATE (name)');
  const columns = listOf(tokens, () => {
    const token = tokens.peek();
    const column = takeName(grammar, 'a column');
    if (tokens.accepts('AS') && takeName(grammar, 'the same column') !== column) {
      return tokens.fail('only the column itself can be carried on', token);
    }
    return quoteName(column);
  });
  tokens.expect(')');
  return ` INTERPOLATE (${columns.join(', ')})`;
}
