// The form of a chart: its type, its query and how it is drawn, with a preview before it is saved.
/** @jsxImportSource preact */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ChartSettings, ChartType } from '../../../protocol/boards/chart.js';
import { namedOf } from '../../format/named.js';
import { DeleteButton } from '../../parts/delete-button.js';
import { SelectField } from '../../parts/field.js';
import { Problem } from '../../parts/problem.js';
import { Restored } from '../../parts/restored.js';
import { TitleFields } from '../../parts/title-fields.js';
import {
  asksTheSame,
  bodyOf,
  CHART_NAMES,
  type ChartDraft,
  fitColumns,
  isSql,
  previewOf,
  withType,
} from '../../state/chart-draft.js';
import { useScope } from '../../state/scope.js';
import { useSession } from '../../state/session.js';
import { useNavigation } from '../../state/use-place.js';
import { useUnsaved } from '../../state/use-unsaved.js';
import { useWork } from '../../state/use-work.js';
import { ChartFilters } from './chart-filters.js';
import { FunnelFields } from './funnel-fields.js';
import { type Previewed, PreviewPanel } from './preview-panel.js';
import { RetentionFields } from './retention-fields.js';
import { SqlFields } from './sql-fields.js';
import { WayFields } from './way-fields.js';

export interface ChartFormProps {
  readonly boardId: string;
  /** Undefined for a new chart. */
  readonly chartId: string | undefined;
  /** When the chart that was read had last been changed. */
  readonly updatedAt?: string | null;
  readonly begin: ChartDraft;
}

const FORM = 'chart-form';

export function ChartForm({ boardId, chartId, updatedAt, begin }: ChartFormProps) {
  const { client } = useSession();
  const { days } = useScope();
  const { hrefTo, go } = useNavigation();
  // The draft belongs to this version of the chart: restored over a newer one, it would undo changes of others.
  const name = `${boardId} ${chartId ?? ''} ${updatedAt ?? ''}`;
  const { draft, setDraft, edit, isRestored, forget } = useUnsaved(name, begin);
  const [previewed, setPreviewed] = useState<Previewed>();
  const form = useRef<HTMLFormElement>(null);
  const preview = useWork();
  const change = useWork();

  /** Runs the query of a draft, and fits the chosen columns to those of the answer. */
  const ask = async (asked: ChartDraft): Promise<Previewed> => {
    const results = await client.charts.preview(boardId, { ...previewOf(asked), ...days });
    return { draft: fitColumns(asked, results.meta), results };
  };
  const run = (asked: ChartDraft) => {
    // A preview that is still running is outdated: its answer must not be shown.
    preview.drop();
    preview.start(async () => {
      const shown = await ask(asked);
      return () => {
        setPreviewed(shown);
        setDraft((now) => (asksTheSame(now, asked) ? fitColumns(now, shown.results.meta) : now));
      };
    });
  };
  const runIfComplete = () => {
    if (isComplete(form.current)) run(draft);
  };
  // Runs the preview at first, and whenever the days change. A layout effect does so before the form can be used:
  // an ordinary one could run later, and replace the preview of a type that was just chosen.
  const latest = useRef(() => {});
  latest.current = () => run(draft);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other days have another answer
  useLayoutEffect(() => latest.current(), [days.date_from, days.date_to]);

  /** Discards the draft. A preview that is still running must not store it again. */
  const end = () => {
    preview.drop();
    forget();
  };
  const save = () =>
    change.start(async () => {
      const isAnswered = previewed !== undefined && asksTheSame(draft, previewed.draft);
      const shown = isAnswered ? previewed : await ask(draft);
      if (shown.results.error !== undefined) {
        return () => {
          // Show why the chart is not saved: an older preview that is still running must not replace that.
          preview.drop();
          setPreviewed(shown);
        };
      }
      const body = bodyOf(fitColumns(draft, shown.results.meta));
      if (chartId === undefined) await client.charts.create(boardId, body);
      else await client.charts.replace({ boardId, chartId }, body);
      // Outside of the returned function, which is skipped when the form was left meanwhile: the draft of a chart that
      // exists must not be restored and saved again.
      end();
      return leave;
    });
  const leave = () => go({ view: 'boards', id: boardId });
  const remove = (id: string) =>
    change.start(async () => {
      await client.charts.delete({ boardId, chartId: id });
      end();
      return leave;
    });

  const chooseType = (type: ChartType) => {
    const next = withType(draft, type);
    setDraft(next);
    run(next);
  };
  const columns = previewed?.results.meta ?? [];
  const set = (part: Partial<ChartSettings>) => edit({ settings: { ...draft.settings, ...part } });
  const fields = { draft, onChange: edit, onSet: set };
  return (
    <div class="editor">
      <section class="panel" aria-label="Chart">
        {isRestored && (
          <Restored
            onAnew={() => {
              setDraft(begin);
              run(begin);
            }}
          />
        )}
        <form
          id={FORM}
          ref={form}
          class="fields"
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <SelectField
            title="Type"
            value={draft.type}
            choices={namedOf(CHART_NAMES)}
            onChoose={chooseType}
          />
          <TitleFields title={draft.title} description={draft.description} onChange={edit} />
          {isSql(draft.type) && (
            <SqlFields
              draft={draft}
              onChange={edit}
              boardId={boardId}
              columns={columns}
              onRun={runIfComplete}
            />
          )}
          {draft.type === 'funnel' && <FunnelFields {...fields} />}
          {draft.type === 'user_paths' && <WayFields {...fields} />}
          {draft.type === 'retention' && <RetentionFields {...fields} />}
        </form>
        {!isSql(draft.type) && (
          <ChartFilters
            filters={draft.settings.filters ?? []}
            onChange={(filters) => set({ filters: [...filters] })}
          />
        )}
        {change.error !== undefined && <Problem error={change.error} isWrite />}
        <div class="form-actions">
          <button type="submit" form={FORM} class="button primary" aria-disabled={change.isRunning}>
            Save the chart
          </button>
          <a class="button" href={hrefTo({ view: 'boards', id: boardId })} onClick={end}>
            Cancel
          </a>
          {chartId !== undefined && (
            <DeleteButton
              what="chart"
              isRunning={change.isRunning}
              onDelete={() => remove(chartId)}
            />
          )}
        </div>
      </section>
      <PreviewPanel
        draft={draft}
        previewed={previewed}
        isRunning={preview.isRunning || change.isRunning}
        error={preview.error}
        onRun={runIfComplete}
      />
    </div>
  );
}

/** Whether all fields but the title, which a preview does not need, are valid. The browser reports the first fault. */
function isComplete(form: HTMLFormElement | null): boolean {
  const controls = [...(form?.elements ?? [])].filter(
    (one): one is HTMLInputElement => 'checkValidity' in one && !one.matches('[name=title]'),
  );
  const missing = controls.find((one) => !one.checkValidity());
  missing?.reportValidity();
  return missing === undefined;
}
