// The paths that sessions take from step to step, as a Sankey diagram.
/** @jsxImportSource preact */
import type { ChartConfiguration } from 'chart.js';
import { useCallback } from 'preact/hooks';
import type { FlowRow } from '../../protocol/analytics/flow.js';
import { formatCount } from '../format/numbers.js';
import { DataTable } from '../parts/data-table.js';
import { MOST_OF_LEGEND, shortLabel } from './axis-labels.js';
import { ChartCanvas } from './chart-canvas.js';
import { type Palette, seriesColour } from './palette.js';

export interface PathsChartProps {
  readonly label: string;
  readonly rows: readonly FlowRow[];
}

/** Name of the node for sessions that end, which have no `target`. */
const END = 'Exit';

export function PathsChart({ label, rows }: PathsChartProps) {
  const draw = useCallback((palette: Palette) => configOf(rows, palette), [rows]);
  const table = (
    <DataTable
      caption={label}
      rows={rows}
      columns={[
        { title: 'Step', isNumber: true, cell: ({ step }) => step },
        { title: 'From', isName: true, cell: ({ source }) => source },
        { title: 'To', cell: ({ target }) => target || END },
        { title: 'Sessions', isNumber: true, cell: ({ sessions }) => formatCount(sessions) },
      ]}
    />
  );
  return <ChartCanvas label={label} draw={draw} table={table} isTall />;
}

/** The same page at another step is another node. */
const nodeOf = (step: number, name: string) => `${step} ${name || END}`;
const nameOf = (node: string) => node.replace(/^\d+ /, '');
/** The name of a node in the tooltip. The table has it in full length. */
const shownName = (node: string) => shortLabel(nameOf(node), MOST_OF_LEGEND);

function configOf(rows: readonly FlowRow[], palette: Palette): ChartConfiguration<'sankey'> {
  const flows = rows.map(({ step, source, target, sessions }) => ({
    from: nodeOf(step, source),
    to: nodeOf(step + 1, target),
    flow: sessions,
  }));
  const nodes = [...new Set(flows.flatMap(({ from, to }) => [from, to]))];
  const names = [...new Set(nodes.map(nameOf))].filter((name) => name !== END);
  const colourOf = (node: string) => {
    const index = names.indexOf(nameOf(node));
    return index < 0 ? palette.muted : seriesColour(palette, index);
  };
  return {
    type: 'sankey',
    data: {
      datasets: [
        {
          data: flows,
          // Labels of two neighbouring steps may share the space between their columns, so both are cut.
          labels: Object.fromEntries(nodes.map((node) => [node, shortLabel(nameOf(node))])),
          column: Object.fromEntries(nodes.map((node) => [node, Number.parseInt(node, 10) - 1])),
          colorFrom: ({ raw }) => colourOf(raw?.from ?? ''),
          colorTo: ({ raw }) => colourOf(raw?.to ?? ''),
          color: palette.ink,
          borderWidth: 0,
          nodeWidth: 10,
          alpha: 0.35,
          size: 'max',
          parsing: { from: 'from', to: 'to', flow: 'flow' },
        },
      ],
    },
    options: {
      plugins: {
        legend: { display: false },
        tooltip: {
          callbacks: {
            title: () => '',
            label: ({ raw }) => {
              const { from, to, flow } = raw as { from: string; to: string; flow: number };
              return ` ${shownName(from)} to ${shownName(to)}: ${formatCount(flow)} sessions`;
            },
          },
        },
      },
    },
  };
}
