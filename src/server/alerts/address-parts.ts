// Conditions on parts of an address: one of an EVM chain is the same in any letter case, others are not.
import { conditionSql } from '../analytics/condition-sql.js';
import type { Condition } from '../analytics/conditions.js';
import type { Bind } from '../analytics/statement.js';

type ColumnOf = (field: string) => string;

const PARTS: readonly Condition['op'][] = ['startsWith', 'endsWith', 'contains'];

/** All of them as one condition; `columnOf('address')` has EVM addresses in lower case. */
export const allOfWallets = (
  conditions: readonly Condition[],
  bind: Bind,
  columnOf: ColumnOf,
): string =>
  conditions
    .map((one) => {
      const isPart = one.field === 'address' && PARTS.includes(one.op);
      return `(${isPart ? partSql(one, bind, columnOf) : conditionSql(one, bind, columnOf)})`;
    })
    .join(' AND ') || '1';

function partSql(condition: Condition, bind: Bind, columnOf: ColumnOf): string {
  const lower = condition.values.map((part) => String(part).toLowerCase());
  const evm: ColumnOf = (field) =>
    `if(startsWith(${columnOf(field)}, '0x'), ${columnOf(field)}, '')`;
  return `${conditionSql(condition, bind, columnOf)} OR ${conditionSql({ ...condition, values: lower }, bind, evm)}`;
}
