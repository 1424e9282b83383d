// A pie chart, with a table of all its values.
/** @jsxImportSource preact */
import type { ChartConfiguration } from 'chart.js';
import { useCallback, useMemo } from 'preact/hooks';
import { formatAmount, formatShare } from '../format/numbers.js';
import { DataTable } from '../parts/data-table.js';
import { MOST_OF_LEGEND, shortLabel } from './axis-labels.js';
import { ChartCanvas } from './chart-canvas.js';
import { largest, type Slice } from './chart-data.js';
import { type Palette, SERIES, seriesColour } from './palette.js';

export interface PieChartProps {
  readonly label: string;
  /** Heading of the names in the table. */
  readonly labelHead: string;
  readonly slices: readonly Slice[];
}

export function PieChart({ label, labelHead, slices }: PieChartProps) {
  // A pie cannot show negative values: Chart.js would draw them like positive ones.
  const shares = useMemo(() => slices.filter(({ value }) => value > 0), [slices]);
  const draw = useCallback(
    (palette: Palette) => configOf(largest(shares, SERIES), palette),
    [shares],
  );
  const total = shares.reduce((sum, { value }) => sum + value, 0) || 1;
  const table = (
    <DataTable
      caption={label}
      rows={slices}
      columns={[
        { title: labelHead, isName: true, cell: ({ name }) => name },
        { title: 'Value', isNumber: true, cell: ({ value }) => formatAmount(value) },
        {
          title: 'Share',
          isNumber: true,
          cell: ({ value }) => (value < 0 ? '—' : formatShare(value / total)),
        },
      ]}
    />
  );
  return (
    <>
      <ChartCanvas label={label} draw={draw} table={table} />
      {slices.some(({ value }) => value < 0) && (
        <p class="note">Negative values are only in the table, not in the pie.</p>
      )}
    </>
  );
}

const configOf = (slices: readonly Slice[], palette: Palette): ChartConfiguration<'doughnut'> => ({
  type: 'doughnut',
  data: {
    // The legend stands beside the circle, where names have less room than below a chart.
    labels: slices.map(({ name }) => shortLabel(name)),
    datasets: [
      {
        data: slices.map(({ value }) => value),
        backgroundColor: slices.map((_, index) => seriesColour(palette, index)),
        borderColor: palette.card,
        borderWidth: 2,
      },
    ],
  },
  options: {
    cutout: '62%',
    plugins: {
      legend: {
        position: 'right',
        labels: {
          color: palette.ink,
          boxWidth: 10,
          boxHeight: 10,
          useBorderRadius: true,
          borderRadius: 3,
        },
      },
      tooltip: {
        callbacks: {
          label: ({ dataIndex, parsed }) =>
            ` ${shortLabel(slices[dataIndex]?.name ?? '', MOST_OF_LEGEND)}: ${formatAmount(parsed)}`,
        },
      },
    },
  },
});
