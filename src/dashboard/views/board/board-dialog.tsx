// The form that creates or changes a board: its title, its description, and whether it is public.
/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import type { Board } from '../../../client/answers.js';
import { NotFoundError } from '../../../client/errors.js';
import { DeleteButton } from '../../parts/delete-button.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { ProjectField } from '../../parts/project-field.js';
import { Restored } from '../../parts/restored.js';
import { TitleFields } from '../../parts/title-fields.js';
import { inProject } from '../../state/key.js';
import { useSession } from '../../state/session.js';
import { useNewProject } from '../../state/use-new-project.js';
import { useUnsaved } from '../../state/use-unsaved.js';
import { useWork } from '../../state/use-work.js';
import { ChartOrder, inOrder, type OrderedChart } from './chart-order.js';

export interface BoardDialogProps {
  /** The board to change; undefined for a new one. */
  readonly board?: Board | undefined;
  readonly onClose: () => void;
  /** Called with the board as it was saved, and whether the order of its charts was changed. */
  readonly onSaved: (board: Board, isReordered: boolean) => void;
  /** The board's charts. While they are unknown, it cannot be deleted. */
  readonly charts?: readonly OrderedChart[] | undefined;
  readonly onDeleted?: () => void;
}

interface Draft {
  readonly title: string;
  readonly description: string;
  readonly isPublic: boolean;
  readonly project: string;
  /** Ids of charts, once the order was changed. */
  readonly order?: readonly string[];
}

export function BoardDialog(props: BoardDialogProps) {
  const { board, charts, onClose, onSaved, onDeleted = onClose } = props;
  const { client } = useSession();
  const project = useNewProject();
  const [begin] = useState<Draft>({
    title: board?.title ?? '',
    description: board?.description ?? '',
    isPublic: board?.enabled ?? false,
    project,
  });
  // The draft belongs to this version of the board: restored over a newer one, it would undo changes of others.
  const name = `board ${board?.id ?? ''} ${board?.updated_at ?? ''}`;
  const { draft, setDraft, edit, isRestored, forget } = useUnsaved(name, begin);
  const work = useWork();
  const ordered = charts && inOrder(charts, draft.order ?? []);

  const save = () =>
    work.start(async () => {
      const { isPublic, project } = draft;
      const title = draft.title.trim();
      const body = { title, description: draft.description.trim() || null };
      // Sent only if it was changed here: the old value could make a board public again that somebody else withdrew.
      const change = {
        ...body,
        ...(isPublic !== begin.isPublic && { isPublic }),
        ...(draft.order && ordered && { chart_order: ordered.map(({ id }) => id) }),
      };
      const saved =
        board === undefined
          ? await client.boards.create({ ...body, isPublic, ...inProject(project) })
          : await client.boards.update(board.id, change);
      forget();
      return () => onSaved(saved, draft.order !== undefined);
    });
  const remove = (boardId: string, charts: readonly OrderedChart[]) =>
    work.start(async () => {
      // The API refuses to delete a board that has charts.
      for (const { id } of charts)
        await ignoreMissing(client.charts.delete({ boardId, chartId: id }));
      await client.boards.delete(boardId);
      forget();
      return onDeleted;
    });

  return (
    <FormDialog
      title={board === undefined ? 'New board' : 'Edit board'}
      submit={board === undefined ? 'Create the board' : 'Save the board'}
      actions={
        board !== undefined &&
        charts !== undefined && (
          <DeleteButton
            what={boardWords(charts.length)}
            isRunning={work.isRunning}
            onDelete={() => remove(board.id, charts)}
          />
        )
      }
      notice={isRestored && <Restored onAnew={() => setDraft(begin)} />}
      work={work}
      onSubmit={save}
      onClose={onClose}
    >
      <TitleFields title={draft.title} description={draft.description} onChange={edit} />
      {board === undefined && (
        <ProjectField
          value={draft.project}
          note="Its charts show only the events of this project."
          onChoose={(project) => edit({ project })}
        />
      )}
      {ordered && ordered.length > 1 && (
        <ChartOrder charts={ordered} onChange={(order) => edit({ order })} />
      )}
      <label class="check">
        <input
          type="checkbox"
          checked={draft.isPublic}
          onChange={(event) => edit({ isPublic: event.currentTarget.checked })}
        />
        Public: anyone with the link can view it without an API key
      </label>
    </FormDialog>
  );
}

const boardWords = (charts: number): string =>
  charts === 0 ? 'board' : charts === 1 ? 'board and its chart' : `board and its ${charts} charts`;

/** A chart that somebody else has already deleted is no error. */
async function ignoreMissing(deleted: Promise<void>): Promise<void> {
  try {
    await deleted;
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
  }
}
