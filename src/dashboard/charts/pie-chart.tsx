// Shares of a whole.
/** @jsxImportSource preact */
import type { ChartConfiguration } from 'chart.js';
import { useCallback } from 'preact/hooks';
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
  const draw = useCallback(
    (palette: Palette) => configOf(largest(slices, SERIES), palette),
    [slices],
  );
  const total = slices.reduce((sum, { value }) => sum + value, 0) || 1;
  const table = (
    <DataTable
      caption={label}
      rows={slices}
      columns={[
        { title: labelHead, isName: true, cell: ({ name }) => name },
        { title: 'Value', isNumber: true, cell: ({ value }) => formatAmount(value) },
        { title: 'Share', isNumber: true, cell: ({ value }) => formatShare(value / total) },
      ]}
    />
  );
  return <ChartCanvas label={label} draw={draw} table={table} />;
}

const configOf = (slices: readonly Slice[], palette: Palette): ChartConfiguration<'doughnut'> => ({
  type: 'doughnut',
  data: {
    labels: slices.map(({ name }) => shortLabel(name, MOST_OF_LEGEND)),
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
          label: ({ dataIndex, parsed }) => ` ${slices[dataIndex]?.name}: ${formatAmount(parsed)}`,
        },
      },
    },
  },
});
