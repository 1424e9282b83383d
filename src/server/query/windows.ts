// OVER and WINDOW: the rows that a window function looks at; ORDER BY, which they share with SELECT.
import { type Grammar, isName, listOf, quoteName, takeName } from './grammar.js';

/** ` OVER (...)`, ` OVER name`, or nothing. */
export function overClause(grammar: Grammar): string {
  const { tokens } = grammar;
  if (!tokens.accepts('OVER')) return '';
  if (isName(tokens.peek())) return ` OVER ${quoteName(takeName(grammar, 'a window'))}`;
  return ` OVER ${windowDefinition(grammar)}`;
}

/** ` WINDOW name AS (...), ...`, or nothing. */
export function windowClause(grammar: Grammar): string {
  const { tokens } = grammar;
  if (!tokens.accepts('WINDOW')) return '';
  const parts = listOf(tokens, () => {
    const name = quoteName(takeName(grammar, 'a window'));
    tokens.expect('AS');
    return `${name} AS ${windowDefinition(grammar)}`;
  });
  return ` WINDOW ${parts.join(', ')}`;
}

function windowDefinition(grammar: Grammar): string {
  const { tokens } = grammar;
  tokens.expect('(');
  const partition = tokens.accepts('PARTITION', 'BY')
    ? `PARTITION BY ${listOf(tokens, grammar.expression).join(', ')}`
    : '';
  const parts = [partition, orderClause(grammar).trim(), frame(grammar)];
  tokens.expect(')');
  return `(${parts.filter((part) => part !== '').join(' ')})`;
}

function frame({ tokens }: Grammar): string {
  const unit = ['ROWS', 'RANGE'].find((word) => tokens.accepts(word));
  if (unit === undefined) return '';
  const bound = (): string => {
    if (tokens.accepts('CURRENT', 'ROW')) return 'CURRENT ROW';
    const token = tokens.peek();
    const isUnbounded = tokens.accepts('UNBOUNDED');
    if (!isUnbounded && (token.kind !== 'number' || !/^\d{1,9}$/.test(token.value))) {
      return tokens.fail('a bound of the frame is expected here');
    }
    if (!isUnbounded) tokens.take();
    const side = ['PRECEDING', 'FOLLOWING'].find((word) => tokens.accepts(word));
    if (side === undefined) return tokens.fail('PRECEDING or FOLLOWING is expected here');
    return `${isUnbounded ? 'UNBOUNDED' : Number(token.value)} ${side}`;
  };
  if (!tokens.accepts('BETWEEN')) return `${unit} ${bound()}`;
  const from = bound();
  tokens.expect('AND');
  return `${unit} BETWEEN ${from} AND ${bound()}`;
}

/**
 * ` ORDER BY ...`, or nothing.
 *
 * @param behindKey reads what only the ORDER BY of a SELECT has behind a key
 */
export function orderClause(grammar: Grammar, behindKey?: (grammar: Grammar) => string): string {
  const { tokens } = grammar;
  if (!tokens.accepts('ORDER', 'BY')) return '';
  if (behindKey !== undefined && tokens.accepts('ALL')) return ` ORDER BY ALL${direction(grammar)}`;
  const keys = listOf(
    tokens,
    () => grammar.expression() + direction(grammar) + (behindKey?.(grammar) ?? ''),
  );
  return ` ORDER BY ${keys.join(', ')}`;
}

function direction({ tokens }: Grammar): string {
  const order = tokens.accepts('DESC') ? ' DESC' : tokens.accepts('ASC') ? ' ASC' : '';
  if (!tokens.accepts('NULLS')) return order;
  if (tokens.accepts('FIRST')) return `${order} NULLS FIRST`;
  tokens.expect('LAST');
  return `${order} NULLS LAST`;
}
