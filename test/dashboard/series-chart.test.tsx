// @vitest-environment happy-dom
// Lines and bars show every value, and none where there is none.
/** @jsxImportSource preact */
import { Chart, type ChartDataset, type ChartTypeRegistry, type TooltipItem } from 'chart.js';
import { beforeAll, expect, it, vi } from 'vitest';
import { SeriesChart, type SeriesKind } from '../../src/dashboard/charts/series-chart.js';
import { mount } from './render.js';

beforeAll(() => {
  vi.stubGlobal('navigator', { language: 'en-US' });
});

const draw = (kind: SeriesKind, ...values: readonly (number | null)[]) =>
  drawNamed('sold', kind, values);
const drawNamed = async (name: string, kind: SeriesKind, values: readonly (number | null)[]) => {
  const labels = values.map((_, at) => `label ${at}`);
  const data = { labels, series: [{ name, values }] };
  await mount(<SeriesChart label="C" data={data} kind={kind} labelHead="k" />);
  const chart = Object.values(Chart.instances).at(-1);
  if (chart === undefined) throw new Error('Nothing is drawn.');
  return chart;
};

it.each<[readonly (number | null)[], number | readonly number[]]>([
  [[5], [3]],
  [
    [1, null, 3, 4, null],
    [3, 0, 0, 0, 0],
  ],
  [[1, 2, 3], 0],
])('of %j, points without a line to a neighbour are shown as dots', async (values, radii) => {
  const chart = await draw('line', ...values);
  const [line] = chart.config.data.datasets as ChartDataset<'line'>[];
  expect(line?.pointRadius).toEqual(radii);
});

const toldOf = (chart: Chart, y: number | null) =>
  chart.config.options?.plugins?.tooltip?.callbacks?.label?.call(
    {} as never,
    { datasetIndex: 0, parsed: { x: 0, y } } as TooltipItem<keyof ChartTypeRegistry>,
  );

it('the tooltip shows the number, however long the name is', async () => {
  const chart = await drawNamed('n'.repeat(300), 'line', [7]);
  expect(toldOf(chart, 7)).toMatch(/^ n{20,30}…: 7$/);
});

it.each<SeriesKind>(['line', 'bar'])(
  '%s: the tooltip shows the same text as the table',
  async (kind) => {
    const chart = await draw(kind, 0, null);
    expect([toldOf(chart, 0), toldOf(chart, null)]).toEqual([' sold: 0', ' sold: —']);
  },
);
