// GROUP BY: its keys, and the sets of them for which there are subtotals.
import { type Grammar, listOf } from './grammar.js';

/** Of CUBE: 256 sets, for each of which the engine groups all rows. */
const MOST_CUBE_KEYS = 8;
const MOST_SETS = 2 ** MOST_CUBE_KEYS;

/** What stands behind GROUP BY; empty without it. */
export function groupClause(grammar: Grammar): string {
  const { tokens } = grammar;
  if (!tokens.accepts('GROUP', 'BY')) return '';
  if (tokens.accepts('ALL')) return 'ALL';
  if (tokens.accepts('GROUPING', 'SETS')) return groupingSets(grammar);
  const kind = ['ROLLUP', 'CUBE'].find((word) => tokens.accepts(word, '('));
  const keys = listOf(tokens, grammar.expression);
  if (kind !== undefined) {
    tokens.expect(')');
    return subtotals(grammar, kind, keys);
  }
  if (tokens.sees('WITH', 'TOTALS')) {
    return tokens.fail('WITH TOTALS is not supported: WITH ROLLUP adds a row with the total');
  }
  const behind = ['ROLLUP', 'CUBE'].find((word) => tokens.accepts('WITH', word));
  return behind === undefined ? keys.join(', ') : subtotals(grammar, behind, keys);
}

function subtotals({ tokens }: Grammar, kind: string, keys: readonly string[]): string {
  if (kind === 'CUBE' && keys.length > MOST_CUBE_KEYS) {
    return tokens.fail(`CUBE accepts at most ${MOST_CUBE_KEYS} keys`);
  }
  return `${kind}(${keys.join(', ')})`;
}

/** `GROUPING SETS ((a, b), (a), ())`; the two words were taken. */
function groupingSets(grammar: Grammar): string {
  const { tokens } = grammar;
  tokens.expect('(');
  const sets = listOf(tokens, () => {
    tokens.expect('(');
    const keys = tokens.sees(')') ? [] : listOf(tokens, grammar.expression);
    tokens.expect(')');
    return `(${keys.join(', ')})`;
  });
  tokens.expect(')');
  if (sets.length > MOST_SETS)
    return tokens.fail(`GROUPING SETS accepts at most ${MOST_SETS} sets`);
  return `GROUPING SETS (${sets.join(', ')})`;
}
