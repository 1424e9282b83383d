// A ranking: names with their numbers, each row as long as its share of the largest.
/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { formatAmounts, formatCount } from '../format/numbers.js';
import { Empty } from './panel.js';

export interface BarRow {
  readonly key: string;
  readonly name: ComponentChildren;
  readonly value: number;
  /** A second number, less important. */
  readonly extra?: number;
  /** Narrows everything to this row. */
  readonly onChoose?: () => void;
}

export interface BarListProps {
  readonly caption: string;
  /** Headings: of the names, the number, the second number. */
  readonly heads: readonly [name: string, value: string, extra?: string];
  readonly rows: readonly BarRow[];
  /** The numbers have decimals. */
  readonly isAmount?: boolean;
  readonly empty: ComponentChildren;
}

/** In full, where the row has no room for it. */
const textOf = (name: ComponentChildren): string | undefined =>
  typeof name === 'string' ? name : undefined;

export function BarList({ caption, heads, rows, isAmount = false, empty }: BarListProps) {
  if (rows.length === 0) return <Empty>{empty}</Empty>;
  const values = rows.map(({ value }) => value);
  const most = Math.max(...values, 1e-9);
  const format = isAmount ? formatAmounts(values) : formatCount;
  const [nameHead, valueHead, extraHead] = heads;
  return (
    <table class="bar-list">
      <caption class="hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{nameHead}</th>
          {extraHead !== undefined && (
            <th scope="col" class="number">
              {extraHead}
            </th>
          )}
          <th scope="col" class="number">
            {valueHead}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, value, extra, onChoose }) => (
          <tr key={key}>
            <th scope="row" style={{ '--share': `${(100 * value) / most}%` }}>
              {onChoose === undefined ? (
                <span class="bar-name" title={textOf(name)}>
                  {name}
                </span>
              ) : (
                <button
                  type="button"
                  class="bar-name"
                  onClick={onChoose}
                  title={`Filter by ${textOf(name) ?? 'this'}`}
                >
                  {name}
                </button>
              )}
            </th>
            {extraHead !== undefined && <td class="number muted">{formatCount(extra ?? 0)}</td>}
            <td class="number">{format(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
