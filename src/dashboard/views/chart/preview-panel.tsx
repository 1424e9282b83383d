// The preview: the draft of a chart, drawn from the last answer.
/** @jsxImportSource preact */
import { useMemo } from 'preact/hooks';
import type { ChartResults } from '../../../protocol/boards/chart.js';
import { SavedChart, type ShownChart } from '../../charts/saved-chart.js';
import { Icon } from '../../parts/icon.js';
import { Empty, Skeleton } from '../../parts/panel.js';
import { Problem } from '../../parts/problem.js';
import { asksTheSame, type ChartDraft, isOfDays, previewOf } from '../../state/chart-draft.js';

/** An answer, with the draft that it belongs to. */
export interface Previewed {
  readonly draft: ChartDraft;
  readonly results: ChartResults;
}

export interface PreviewPanelProps {
  readonly draft: ChartDraft;
  readonly previewed: Previewed | undefined;
  readonly isRunning: boolean;
  readonly error: unknown;
  readonly onRun: () => void;
}

const LINES = 8;

export function PreviewPanel({ draft, previewed, isRunning, error, onRun }: PreviewPanelProps) {
  const isOld = previewed !== undefined && !asksTheSame(draft, previewed.draft);
  return (
    <section class="panel preview" aria-labelledby="preview-title">
      <header class="panel-head">
        <div>
          <h2 id="preview-title">{draft.title.trim() || 'Preview'}</h2>
          {draft.description.trim() !== '' && <p class="note">{draft.description}</p>}
        </div>
        <button type="button" class="button" onClick={onRun}>
          <Icon name="play" />
          Run
        </button>
      </header>
      {error !== undefined ? (
        <Problem error={error} askAgain={onRun} />
      ) : previewed === undefined ? (
        isRunning ? (
          <Skeleton lines={LINES} />
        ) : (
          <Empty>Run the chart to see a preview.</Empty>
        )
      ) : (
        <div class="answered" aria-busy={isRunning}>
          <Drawn draft={isOld ? previewed.draft : draft} results={previewed.results} />
        </div>
      )}
      <p class="note" role="status">
        {isOld && !isRunning && error === undefined
          ? 'The chart was changed after this preview ran.'
          : ''}
      </p>
    </section>
  );
}

function Drawn({ draft, results }: Previewed) {
  const body = JSON.stringify(previewOf(draft));
  // Keeps the same object while nothing in it changes: with another one, the chart would be drawn again.
  const chart = useMemo<ShownChart>(() => {
    const { query: _, settings = null, steps, ...said } = JSON.parse(body);
    return {
      ...UNSAVED,
      ...said,
      settings,
      ...(steps && { steps }),
      results,
    };
  }, [body, results]);
  return (
    <div key={chart.chart_type} data-chart={chart.chart_type}>
      <SavedChart chart={chart} isOfDays={isOfDays(draft.type, draft.query)} />
    </div>
  );
}

const UNSAVED = {
  id: '',
  board_id: '',
  description: null,
  x_axis: null,
  y_axis: null,
  group_by: null,
  created_at: '',
  updated_at: null,
} as const;
