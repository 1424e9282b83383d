// Conditions on parts of an address: letter case is ignored for EVM addresses, but matters for others.
import { type ColumnOf, conditionSql } from '../analytics/condition-sql.js';
import type { Condition } from '../analytics/conditions.js';
import type { Bind } from '../analytics/statement.js';

const PARTS: readonly Condition['op'][] = ['startsWith', 'endsWith', 'contains'];

/** Like `conditionSql`; expects that `columnOf('address')` has EVM addresses in lower case. */
export function walletConditionSql(condition: Condition, bind: Bind, columnOf: ColumnOf): string {
  const exact = conditionSql(condition, bind, columnOf);
  if (condition.field !== 'address' || !PARTS.includes(condition.op)) return exact;
  const address = columnOf('address');
  const values = condition.values.map((part) => String(part).toLowerCase());
  const evm = () => `if(startsWith(${address}, '0x'), ${address}, '')`;
  return `${exact} OR ${conditionSql({ ...condition, values }, bind, evm)}`;
}
