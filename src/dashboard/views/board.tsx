// One board, with all its charts drawn.
/** @jsxImportSource preact */
import type { Chart } from '../../client/answers.js';
import { SavedChart } from '../charts/saved-chart.js';
import { CopyButton } from '../parts/copy-button.js';
import { Icon } from '../parts/icon.js';
import { Answered, Empty, Panel } from '../parts/panel.js';
import { ViewHead } from '../parts/view-head.js';
import { readPageFacts } from '../state/page-facts.js';
import { useScope } from '../state/scope.js';
import { useSession } from '../state/session.js';
import { useAnswer } from '../state/use-answer.js';
import { useNavigation } from '../state/use-place.js';

const MOST_CHARTS = 200;

export function Board({ id }: { readonly id: string }) {
  const { client } = useSession();
  const { days, key } = useScope();
  const { hrefTo } = useNavigation();
  const board = useAnswer(id, (signal) => client.boards.retrieve(id, { signal }));
  const charts = useAnswer(`${id} ${key}`, (signal) =>
    client.charts.list(id, { ...days, size: MOST_CHARTS, include: 'results' }, { signal }),
  );
  const path = board.data?.enabled ? board.data.public_path : null;
  return (
    <>
      <a class="back" href={hrefTo({ view: 'boards' })}>
        <Icon name="back" />
        Boards
      </a>
      <ViewHead
        title={board.data?.title || 'Board'}
        note={
          <>
            {board.data?.description}
            {path !== null && path !== undefined && (
              <span class="public-link">
                Public at <span class="mono">{path}</span>
                <CopyButton text={readPageFacts().publicUrl + path} what="public link" />
              </span>
            )}
          </>
        }
        follows="days"
      />
      <Answered answer={charts} lines={12}>
        {({ data }) =>
          data.length === 0 ? (
            <section class="panel" aria-label="Charts">
              <Empty>This board has no charts yet.</Empty>
            </section>
          ) : (
            <div class="grid">
              {data.map((chart) => (
                <Panel
                  key={chart.id}
                  title={chart.title}
                  span={spanOf(chart)}
                  {...(chart.description ? { note: chart.description } : {})}
                >
                  <div data-chart={chart.chart_type}>
                    <SavedChart chart={chart} />
                  </div>
                </Panel>
              ))}
            </div>
          )
        }
      </Answered>
    </>
  );
}

/** A funnel by groups is a table, too. */
const spanOf = ({ chart_type: type, settings }: Chart): 4 | 6 | 12 =>
  type === 'funnel' && settings?.breakdown ? 6 : (SPANS[type] ?? 6);

/** How wide a chart must be to be read; the others take half. */
const SPANS: Readonly<Record<string, 4 | 12>> = {
  number: 4,
  pie: 4,
  funnel: 4,
  user_paths: 12,
  retention: 12,
};
