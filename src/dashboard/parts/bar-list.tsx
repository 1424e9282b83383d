// A ranking as bars: names with their numbers, and bars in proportion to the largest number.
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
  /** Adds a filter by this row. */
  readonly onChoose?: () => void;
}

export interface BarListProps {
  readonly caption: string;
  /** Headings of the columns. */
  readonly heads: readonly [name: string, value: string, extra?: string];
  readonly rows: readonly BarRow[];
  /** Whether the numbers have decimals. */
  readonly isAmount?: boolean;
  readonly empty: ComponentChildren;
}

/** The name as text, for a tooltip that shows it in full. Undefined for other elements than text. */
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
