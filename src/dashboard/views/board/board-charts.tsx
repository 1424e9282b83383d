// All charts of a board, each as wide as its type needs.
/** @jsxImportSource preact */
import { SavedChart, type ShownChart } from '../../charts/saved-chart.js';
import { packedWidths } from '../../format/packed-widths.js';
import { Icon } from '../../parts/icon.js';
import { Empty, Panel } from '../../parts/panel.js';
import { isChartType, isOfDays, NEW_CHART } from '../../state/chart-draft.js';

/** A chart with its SQL, which readers of a public board do not get. */
type BoardChart = ShownChart & { readonly query?: string | null };

export interface BoardChartsProps {
  readonly charts: readonly BoardChart[];
  /** Link to the editor of a chart; undefined when the user may not change charts. */
  readonly editHref?: (chartId: string) => string;
}

export function BoardCharts({ charts, editHref }: BoardChartsProps) {
  if (charts.length === 0) {
    return (
      <section class="panel" aria-label="Charts">
        <Empty>
          <p>This board has no charts yet.</p>
          {editHref !== undefined && (
            <a class="button primary" href={editHref(NEW_CHART)}>
              Add a chart
            </a>
          )}
        </Empty>
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
          {...noteOf(chart)}
          {...(editHref !== undefined && {
            actions: (
              <a class="copy" title="Edit" href={editHref(chart.id)}>
                <Icon name="edit" />
                <span class="hidden">Edit {chart.title}</span>
              </a>
            ),
          })}
        >
          <div data-chart={chart.chart_type}>
            <SavedChart chart={chart} isOfDays={isOfDays(chart.chart_type, chart.query)} />
          </div>
        </Panel>
      ))}
    </div>
  );
}

/** The note of a chart: its description, and whether it ignores the chosen days. */
function noteOf({ chart_type: type, description, query }: BoardChart): { readonly note?: string } {
  const hasOwnDays = query && isChartType(type) && !isOfDays(type, query);
  const note = [description, hasOwnDays && 'Ignores the date range'].filter(Boolean);
  return note.length === 0 ? {} : { note: note.join(' · ') };
}

const COLUMNS = 12;
/** On a medium screen, tiles that take a third of the width take half of it. */
const mediumOf = (span: number): number => (span === 4 ? 6 : span);

/** A funnel with a breakdown also has a table, and needs more width. */
const spanOf = ({ chart_type: type, settings }: ShownChart): 4 | 6 | 12 =>
  type === 'funnel' && settings?.breakdown ? 6 : (SPANS[type] ?? 6);

/** Columns, of twelve, that each type needs to be readable. Default: 6. */
const SPANS: Readonly<Record<string, 4 | 12>> = {
  number: 4,
  pie: 4,
  funnel: 4,
  user_paths: 12,
  retention: 12,
};
