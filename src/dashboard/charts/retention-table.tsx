// Retention: a row for each cohort, a column for each period since it came. A darker cell means more came back.
/** @jsxImportSource preact */
import type { Period, RetentionRow } from '../../protocol/analytics/retention.js';
import { formatCount, formatShare } from '../format/numbers.js';
import { ownOf } from '../format/own-of.js';
import { axisLabels } from './axis-labels.js';

export interface RetentionTableProps {
  readonly label: string;
  readonly rows: readonly RetentionRow[];
  /** The length of a period, for the headings of the columns. */
  readonly period: Period | (string & {});
}

const UNITS: Readonly<Record<Period, string>> = { day: 'Day', week: 'Week', month: 'Month' };

/** The share of the colour in the darkest cell: with more of it, the text would be hard to read. */
const DEEPEST_PERCENT = 60;

export function RetentionTable({ label, rows, period: unit }: RetentionTableProps) {
  const cohorts = [...new Set(rows.map(({ cohort }) => cohort))].sort();
  const { full: names } = axisLabels(cohorts);
  const periods = [...new Set(rows.map(({ period }) => period))].sort((a, b) => a - b);
  const cells = new Map(rows.map((row) => [`${row.cohort} ${row.period}`, row]));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without a mouse, only a focused area can be scrolled
    <section class="table-scroll" aria-label={`${label}: table`} tabIndex={0}>
      <table class="retention">
        <caption class="hidden">{label}</caption>
        <thead>
          <tr>
            <th scope="col">Cohort</th>
            <th scope="col" class="number">
              Visitors
            </th>
            {periods.map((period) => (
              <th key={period} scope="col" class="number">
                {period === 0 ? 'Start' : `${ownOf<string>(UNITS, unit) ?? unit} ${period}`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohorts.map((cohort, at) => (
            <tr key={cohort}>
              <th scope="row">{names[at]}</th>
              <td class="number">{formatCount(cells.get(`${cohort} 0`)?.size ?? 0)}</td>
              {periods.map((period) => {
                const cell = cells.get(`${cohort} ${period}`);
                if (cell === undefined) return <td key={period} />;
                return (
                  <td
                    key={period}
                    class="number heat"
                    style={{ '--heat': `${Math.round(cell.rate * DEEPEST_PERCENT)}%` }}
                    title={`${formatCount(cell.users)} of ${formatCount(cell.size)}`}
                  >
                    {formatShare(cell.rate)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
