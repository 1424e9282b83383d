// The editor of a chart: of a new one, or of one that is on a board.
/** @jsxImportSource preact */
import { useMemo } from 'preact/hooks';
import type { Chart } from '../../client/answers.js';
import { Icon } from '../parts/icon.js';
import { Answered, Empty, Panel } from '../parts/panel.js';
import { ViewHead } from '../parts/view-head.js';
import { draftOf, isChartType, NEW_CHART, newDraft } from '../state/chart-draft.js';
import { useSession } from '../state/session.js';
import { useAnswer } from '../state/use-answer.js';
import { useNavigation } from '../state/use-place.js';
import { useWindowTitle } from '../state/use-window-title.js';
import { ChartForm } from './chart/chart-form.js';

export interface ChartEditorProps {
  readonly boardId: string;
  readonly chart: string;
}

export function ChartEditor({ boardId, chart: chartId }: ChartEditorProps) {
  const { client } = useSession();
  const { hrefTo } = useNavigation();
  const isNew = chartId === NEW_CHART;
  const answer = useAnswer(`${boardId} ${chartId}`, async (signal) => ({
    board: await client.boards.retrieve(boardId, { signal }),
    chart: isNew ? undefined : await client.charts.retrieve({ boardId, chartId }, {}, { signal }),
  }));
  const title = answer.data?.board.title;
  useWindowTitle(answer.data && (answer.data.chart?.title ?? 'New chart'));
  return (
    <>
      <a class="back" href={hrefTo({ view: 'boards', id: boardId })}>
        <Icon name="back" />
        {title || 'Board'}
      </a>
      <ViewHead title={isNew ? 'New chart' : 'Edit chart'} follows="days" />
      <Answered answer={answer} lines={12}>
        {({ chart }) =>
          chart === undefined ? (
            <NewChart boardId={boardId} />
          ) : (
            <KnownChart boardId={boardId} chart={chart} />
          )
        }
      </Answered>
    </>
  );
}

function NewChart({ boardId }: { readonly boardId: string }) {
  const begin = useMemo(newDraft, []);
  return <ChartForm boardId={boardId} chartId={undefined} begin={begin} />;
}

function KnownChart({ boardId, chart }: { readonly boardId: string; readonly chart: Chart }) {
  const { chart_type: type } = chart;
  const begin = useMemo(
    () => (isChartType(type) ? draftOf(chart, type) : undefined),
    [chart, type],
  );
  return begin === undefined ? (
    <Panel title={chart.title}>
      <Empty>Charts of the type {type} cannot be edited here.</Empty>
    </Panel>
  ) : (
    <ChartForm boardId={boardId} chartId={chart.id} updatedAt={chart.updated_at} begin={begin} />
  );
}
