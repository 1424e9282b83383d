// All charts of a board, each as wide as it must be.
/** @jsxImportSource preact */
import { SavedChart, type ShownChart } from '../../charts/saved-chart.js';
import { packedWidths } from '../../format/packed-widths.js';
import { Empty, Panel } from '../../parts/panel.js';

export function BoardCharts({ charts }: { readonly charts: readonly ShownChart[] }) {
  if (charts.length === 0) {
    return (
      <section class="panel" aria-label="Charts">
        <Empty>This board has no charts yet.</Empty>
      </section>
    );
  }
  const wanted = charts.map(spanOf);
  const wide = packedWidths(wanted, COLUMNS);
  const medium = packedWidths(wanted.map(mediumOf), COLUMNS);
  return (
    <div class="grid">
      {charts.map((chart, at) => (
        <Panel
          key={chart.id}
          title={chart.title}
          spans={{ wide: wide[at] ?? COLUMNS, medium: medium[at] ?? COLUMNS }}
          {...(chart.description ? { note: chart.description } : {})}
        >
          <div data-chart={chart.chart_type}>
            <SavedChart chart={chart} />
          </div>
        </Panel>
      ))}
    </div>
  );
}

const COLUMNS = 12;
/** On a smaller screen, what takes a third takes half. */
const mediumOf = (span: number): number => (span === 4 ? 6 : span);

/** A funnel by groups is a table, too. */
const spanOf = ({ chart_type: type, settings }: ShownChart): 4 | 6 | 12 =>
  type === 'funnel' && settings?.breakdown ? 6 : (SPANS[type] ?? 6);

/** How wide a chart must be to be read; the others take half. */
const SPANS: Readonly<Record<string, 4 | 12>> = {
  number: 4,
  pie: 4,
  funnel: 4,
  user_paths: 12,
  retention: 12,
};
