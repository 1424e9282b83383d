// The rows of a query's answer, with every digit of numbers, and with links from wallets to their profiles.
/** @jsxImportSource preact */
import type { ChartResults } from '../../protocol/boards/chart.js';
import { isWalletAddress } from '../format/names.js';
import { formatExact } from '../format/numbers.js';
import { DataTable } from '../parts/data-table.js';
import { WalletAddress } from '../parts/wallet-address.js';
import { textOf } from './chart-data.js';

export interface RowsTableProps {
  readonly caption: string;
  readonly results: Pick<ChartResults, 'data' | 'meta'>;
}

const NUMBER = /^(Nullable\()?(U?Int|Float|Decimal)/;
/** Types of parts of dates, Unix times and literals in ClickHouse; counts and sums have larger types. */
const SMALL = /Int(8|16|32)\b/;
const NAMED_SO = /(^|_)(id|ids|year|block|number|nonce|chain|at|ms|ts|time|timestamp|unixtime)$/i;

/** Whether a column holds counts or amounts. Identifiers, such as years, are written without separators. */
const isAmount = (name: string, type: string): boolean => !SMALL.test(type) && !NAMED_SO.test(name);

const cellOf = (value: unknown, hasSeparators: boolean) =>
  typeof value === 'number' ? (
    formatExact(value, hasSeparators)
  ) : typeof value === 'string' && isWalletAddress(value) ? (
    <WalletAddress address={value} />
  ) : (
    textOf(value)
  );

export function RowsTable({ caption, results }: RowsTableProps) {
  return (
    <DataTable
      caption={caption}
      rows={results.data}
      columns={results.meta.map(({ name, type }) => {
        const hasSeparators = isAmount(name, type);
        return {
          title: name,
          isNumber: NUMBER.test(type),
          cell: (row: Readonly<Record<string, unknown>>) => cellOf(row[name], hasSeparators),
        };
      })}
    />
  );
}
