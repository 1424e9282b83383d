// Draws a chart of a board according to its type, from the rows that came with it.
/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Chart } from '../../client/answers.js';
import type { FlowRow } from '../../protocol/analytics/flow.js';
import type { FunnelRow } from '../../protocol/analytics/funnel.js';
import type { RetentionRow } from '../../protocol/analytics/retention.js';
import type { ChartResults, ChartType } from '../../protocol/boards/chart.js';
import { formatCount, formatHeadline } from '../format/numbers.js';
import { Empty } from '../parts/panel.js';
import { byColumns, byGroup, numberOf, textOf } from './chart-data.js';
import { FunnelSteps } from './funnel-steps.js';
import { SERIES } from './palette.js';
import { PathsChart } from './paths-chart.js';
import { PieChart } from './pie-chart.js';
import { RetentionTable } from './retention-table.js';
import { RowsTable } from './rows-table.js';
import { SeriesChart } from './series-chart.js';

/** A chart without its SQL: readers of a public board do not get that. */
export type ShownChart = Omit<Chart, 'query' | 'project_id'>;

interface Drawn {
  readonly chart: ShownChart;
  readonly results: ChartResults;
}

export interface SavedChartProps {
  readonly chart: ShownChart;
  /** Whether the chart is known to follow the chosen days. */
  readonly isOfDays: boolean;
}

export function SavedChart({ chart, isOfDays }: SavedChartProps) {
  const { results } = chart;
  if (results === undefined) return <Empty>This chart has no results.</Empty>;
  if (results.error !== undefined) {
    return (
      <div class="problem" role="alert">
        <p class="problem-title">The query of this chart failed</p>
        <p>{results.error}</p>
      </div>
    );
  }
  if (results.data.length === 0) return <Empty>No rows{isOfDays && ' in this period'}.</Empty>;
  // A chart type that this release does not know is shown as a table.
  const Drawing = DRAWINGS[chart.chart_type as ChartType] ?? TableDrawing;
  return (
    <>
      <Drawing chart={chart} results={results} />
      {results.has_more && (
        <p class="note">
          Only the first {formatCount(results.rows)} rows are shown. Add a LIMIT to the query to
          show more.
        </p>
      )}
    </>
  );
}

const columnsOf = ({ results }: Drawn) => results.meta.map(({ name }) => name);

const format = (value: unknown) =>
  typeof value === 'number' ? formatHeadline(value) : textOf(value);

const TableDrawing = ({ chart, results }: Drawn) => (
  <RowsTable caption={chart.title} results={results} />
);

function NumberDrawing(drawn: Drawn) {
  const { chart, results } = drawn;
  const column = chart.y_axis?.[0] ?? columnsOf(drawn)[0] ?? '';
  return <p class="big-number">{format(results.data[0]?.[column])}</p>;
}

function ColumnsDrawing({ chart, results }: Drawn) {
  const data = useMemo(
    () => byColumns(results.data, chart.x_axis ?? '', chart.y_axis ?? []),
    [results, chart],
  );
  return (
    <SeriesChart
      label={chart.title}
      data={data}
      kind={chart.chart_type === 'line' ? 'line' : 'bar'}
      labelHead={chart.x_axis ?? ''}
    />
  );
}

function StackedDrawing({ chart, results }: Drawn) {
  const data = useMemo(() => {
    const [x, y, group] = [chart.x_axis ?? '', chart.y_axis?.[0] ?? '', chart.group_by ?? ''];
    return byGroup(results.data, { x, y, group, most: SERIES });
  }, [results, chart]);
  return (
    <SeriesChart label={chart.title} data={data} kind="stacked" labelHead={chart.x_axis ?? ''} />
  );
}

function PieDrawing(drawn: Drawn) {
  const { chart, results } = drawn;
  const value = chart.y_axis?.[0] ?? '';
  const name =
    chart.group_by ?? chart.x_axis ?? columnsOf(drawn).find((one) => one !== value) ?? '';
  const slices = useMemo(
    () =>
      [...results.data]
        .map((row) => ({ name: textOf(row[name]), value: numberOf(row[value]) }))
        .sort((a, b) => b.value - a.value),
    [results, name, value],
  );
  return <PieChart label={chart.title} labelHead={name} slices={slices} />;
}

/** Charts without SQL have the rows of an analytics operation: `funnel`, `flow` or `retention`. */
const rowsOf = <Row,>({ results }: Drawn) => results.data as unknown as readonly Row[];

const FunnelDrawing = (drawn: Drawn) => (
  <FunnelSteps rows={rowsOf<FunnelRow>(drawn)} breakdown={drawn.chart.settings?.breakdown} />
);
const RetentionDrawing = (drawn: Drawn) => (
  <RetentionTable
    label={drawn.chart.title}
    rows={rowsOf<RetentionRow>(drawn)}
    period={drawn.chart.settings?.period ?? 'day'}
  />
);
const PathsDrawing = (drawn: Drawn) => (
  <PathsChart label={drawn.chart.title} rows={rowsOf<FlowRow>(drawn)} />
);

const DRAWINGS: Readonly<Record<ChartType, (drawn: Drawn) => ComponentChildren>> = {
  table: TableDrawing,
  number: NumberDrawing,
  bar: ColumnsDrawing,
  line: ColumnsDrawing,
  stacked: StackedDrawing,
  pie: PieDrawing,
  funnel: FunnelDrawing,
  user_paths: PathsDrawing,
  retention: RetentionDrawing,
};
