// Line, bar and stacked bar charts.
/** @jsxImportSource preact */
import type { ChartConfiguration, ChartDataset } from 'chart.js';
import { useCallback, useMemo } from 'preact/hooks';
import { formatAmount, formatTick } from '../format/numbers.js';
import { DataTable } from '../parts/data-table.js';
import { type AxisLabels, axisLabels, MOST_OF_LEGEND, shortLabel } from './axis-labels.js';
import { ChartCanvas } from './chart-canvas.js';
import type { ChartData, Series } from './chart-data.js';
import { type Palette, seriesColour } from './palette.js';

export type SeriesKind = 'line' | 'bar' | 'stacked';

export interface SeriesChartProps {
  /** Describes the chart in one sentence, for screen readers. */
  readonly label: string;
  readonly data: ChartData;
  readonly kind: SeriesKind;
  /** Heading of the labels in the table. */
  readonly labelHead: string;
}

/** A row of the table. The index identifies it, since labels may repeat. */
interface LabelRow {
  readonly name: string;
  readonly index: number;
}

/** Degrees. */
const MOST_ROTATION = 45;

const cellOf = (value: number | null | undefined) =>
  value === null || value === undefined ? '—' : formatAmount(value);

export function SeriesChart(props: SeriesChartProps) {
  const { label, data, kind, labelHead } = props;
  const labels = useMemo(() => axisLabels(data.labels), [data]);
  const draw = useCallback(
    (palette: Palette) => configOf({ data, kind, labels }, palette),
    [data, kind, labels],
  );
  const table = (
    <DataTable
      caption={label}
      rows={labels.full.map((name, index) => ({ name, index }))}
      columns={[
        { title: labelHead, isName: true, cell: (row: LabelRow) => row.name },
        ...data.series.map(({ name, values }) => ({
          title: name,
          isNumber: true,
          cell: ({ index }: LabelRow) => cellOf(values[index]),
        })),
      ]}
    />
  );
  return <ChartCanvas label={label} draw={draw} table={table} />;
}

interface Drawn extends Pick<SeriesChartProps, 'data' | 'kind'> {
  readonly labels: AxisLabels;
}

function configOf({ data, kind, labels }: Drawn, palette: Palette): ChartConfiguration {
  const isStacked = kind === 'stacked';
  return {
    type: kind === 'line' ? 'line' : 'bar',
    data: {
      labels: [...labels.full],
      datasets: data.series.map((series, index) =>
        kind === 'line' ? lineOf(series, index, palette) : barOf(series, index, palette),
      ),
    },
    options: {
      interaction: { mode: 'index', intersect: false },
      scales: {
        x: {
          stacked: isStacked,
          grid: { display: false },
          border: { color: palette.line },
          ticks: {
            color: palette.muted,
            // Some days may be skipped on the axis. Names are all needed, and are rotated where they do not fit.
            maxRotation: labels.areTimes ? 0 : MOST_ROTATION,
            autoSkipPadding: labels.areTimes ? 18 : 2,
            callback: (value) => labels.short[Number(value)],
          },
        },
        y: {
          stacked: isStacked,
          beginAtZero: true,
          grid: { color: palette.line },
          border: { display: false },
          ticks: {
            color: palette.muted,
            maxTicksLimit: 5,
            callback: (value) => formatTick(Number(value)),
          },
        },
      },
      plugins: {
        legend: {
          display: data.series.length > 1,
          position: 'bottom',
          align: 'start',
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
            // A long name would push the number beyond the edge of the canvas.
            label: ({ datasetIndex, parsed }) =>
              ` ${shortLabel(data.series[datasetIndex]?.name ?? '', MOST_OF_LEGEND)}: ${cellOf(parsed.y)}`,
          },
        },
      },
    },
  };
}

const colourOf = ({ colour }: Series, index: number, palette: Palette) =>
  seriesColour(palette, colour === undefined ? index : colour - 1);

function lineOf(series: Series, index: number, palette: Palette): ChartDataset<'line'> {
  const colour = series.isFaint ? palette.muted : colourOf(series, index, palette);
  const { values } = series;
  // A value without neighbours is drawn as a point, since it makes no line: a single day, or one between two gaps.
  const radii = values.map((_, at) =>
    (values[at - 1] ?? values[at + 1] ?? null) === null ? 3 : 0,
  );
  return {
    label: shortLabel(series.name, MOST_OF_LEGEND),
    data: [...values],
    borderColor: colour,
    backgroundColor: `${colour}1f`,
    borderWidth: series.isFaint ? 1.5 : 2,
    ...(series.isFaint ? { borderDash: [4, 4] } : {}),
    fill: index === 0 && !series.isFaint,
    // Keeps the curve from swinging beyond the values.
    cubicInterpolationMode: 'monotone',
    // One radius for all is drawn faster than a list of thousands.
    pointRadius: radii.includes(3) ? radii : 0,
    pointHoverRadius: 4,
    pointBackgroundColor: colour,
  };
}

const barOf = (series: Series, index: number, palette: Palette): ChartDataset<'bar'> => ({
  label: shortLabel(series.name, MOST_OF_LEGEND),
  data: [...series.values],
  backgroundColor: colourOf(series, index, palette),
  borderColor: palette.card,
  borderWidth: { top: 1, right: 0, bottom: 0, left: 0 },
  borderRadius: 3,
  maxBarThickness: 44,
  categoryPercentage: 0.8,
  barPercentage: 0.95,
});
