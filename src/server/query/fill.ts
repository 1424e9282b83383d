// Parses ORDER BY ... WITH FILL and INTERPOLATE, which add rows for steps that have none. Their number needs no bound
// of its own, because the engine checks the limits of time and memory while it adds rows.
import { type Grammar, listOf, quoteName, takeName } from './grammar.js';

const BOUNDS = ['FROM', 'TO', 'STEP'];

/** Parses `WITH FILL FROM ... TO ... STEP ...` behind a sort key; answers an empty text where there is none. */
export function fillOf(grammar: Grammar): string {
  const { tokens } = grammar;
  if (!tokens.accepts('WITH', 'FILL')) return '';
  const bounds = BOUNDS.map((word) =>
    tokens.accepts(word) ? ` ${word} ${grammar.expression()}` : '',
  );
  return ` WITH FILL${bounds.join('')}`;
}

/**
 * Parses `INTERPOLATE (column, ...)` behind all sort keys: added rows repeat the values of these columns. Expressions
 * are not taken: the engine would evaluate them for a whole block of rows before it checks the time limit.
 */
export function interpolateClause(grammar: Grammar): string {
  const { tokens } = grammar;
  if (!tokens.accepts('INTERPOLATE')) return '';
  // Without a list of columns, the engine fills in defaults when the query is inside another one.
  if (!tokens.accepts('('))
    return tokens.fail('columns are expected here, such as INTERPOLATE (name)');
  const columns = listOf(tokens, () => {
    const token = tokens.peek();
    const column = takeName(grammar, 'a column');
    if (tokens.accepts('AS') && takeName(grammar, 'the same column') !== column) {
      return tokens.fail('only the same column is supported after AS', token);
    }
    return quoteName(column);
  });
  tokens.expect(')');
  return ` INTERPOLATE (${columns.join(', ')})`;
}
