// The order of a board's charts, in the form of the board.
/** @jsxImportSource preact */
import { swapped } from '../../format/swapped.js';
import { Icon } from '../../parts/icon.js';

export interface OrderedChart {
  readonly id: string;
  readonly title: string;
}

export interface ChartOrderProps {
  /** In the present order. */
  readonly charts: readonly OrderedChart[];
  /** Called with the ids in their new order. */
  readonly onChange: (order: readonly string[]) => void;
}

export function ChartOrder({ charts, onChange }: ChartOrderProps) {
  const mover = (at: number, by: -1 | 1, to: 'up' | 'down') => {
    const isEnd = charts[at + by] === undefined;
    return (
      <button
        type="button"
        class="copy"
        title={`Move ${to}`}
        aria-disabled={isEnd}
        onClick={({ currentTarget }) => {
          if (isEnd) return;
          onChange(swapped(charts, Math.min(at, at + by)).map(({ id }) => id));
          // The rows stay and their titles move, so that the focus has to follow the chart.
          const rows = currentTarget.closest('ol')?.children;
          rows?.[at + by]?.querySelector<HTMLElement>(`[title="Move ${to}"]`)?.focus();
        }}
      >
        <Icon name={to} />
        <span class="hidden">
          Move {charts[at]?.title} {to}
        </span>
      </button>
    );
  };
  return (
    <fieldset class="field">
      <legend>Order of the charts</legend>
      <ol class="order">
        {charts.map(({ title }, at) => (
          <li key={String(at)}>
            <span>{title}</span>
            {mover(at, -1, 'up')}
            {mover(at, 1, 'down')}
          </li>
        ))}
      </ol>
    </fieldset>
  );
}

/** The charts in this order of ids. Those that it leaves out follow. */
export const inOrder = <Chart extends OrderedChart>(
  charts: readonly Chart[],
  order: readonly string[],
): readonly Chart[] => {
  const placeOf = ({ id }: Chart) => (order.includes(id) ? order.indexOf(id) : order.length);
  return [...charts].sort((a, b) => placeOf(a) - placeOf(b));
};
