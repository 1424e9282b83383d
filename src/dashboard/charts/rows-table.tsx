// The rows of a question as they are: every digit, and each wallet with the way to it.
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
/** Parts of dates, seconds since 1970 and literals are of these types; counts and sums are of larger ones. */
const SMALL = /Int(8|16|32)\b/;
const NAMED_SO = /(^|_)(id|ids|year|block|number|nonce|chain|at|ms|ts|time|timestamp|unixtime)$/i;

/** Whether a number of a column counts something: what names something is written without separators. */
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
