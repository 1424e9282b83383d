// Makes a board, or changes one: what it is called, what it is for, and who reads it.
/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import type { Board } from '../../../client/answers.js';
import { NotFoundError } from '../../../client/errors.js';
import { DeleteButton } from '../../parts/delete-button.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { ProjectField } from '../../parts/project-field.js';
import { TitleFields } from '../../parts/title-fields.js';
import { inProject, useProjects } from '../../state/key.js';
import { useSession } from '../../state/session.js';
import { useWork } from '../../state/use-work.js';

export interface BoardDialogProps {
  /** None: a new one. */
  readonly board?: Board | undefined;
  readonly onClose: () => void;
  /** Told which board there is now. */
  readonly onSaved: (board: Board) => void;
  /** Ids of the charts that it has; none while they are not known, and it cannot be deleted. */
  readonly charts?: readonly string[] | undefined;
  readonly onDeleted?: () => void;
}

export function BoardDialog(props: BoardDialogProps) {
  const { board, charts, onClose, onSaved, onDeleted = onClose } = props;
  const { client } = useSession();
  const projects = useProjects();
  const [words, setWords] = useState({
    title: board?.title ?? '',
    description: board?.description ?? '',
  });
  const [isPublic, setPublic] = useState(board?.enabled ?? false);
  const [project, setProject] = useState(projects[0]?.id ?? '');
  const work = useWork();

  const save = () =>
    work.start(async () => {
      const title = words.title.trim();
      const body = { title, description: words.description.trim() || null, isPublic };
      const saved =
        board === undefined
          ? await client.boards.create({ ...body, ...inProject(project) })
          : await client.boards.update(board.id, body);
      return () => onSaved(saved);
    });
  const remove = (boardId: string, chartIds: readonly string[]) =>
    work.start(async () => {
      // The API deletes no board that has charts.
      for (const chartId of chartIds)
        await ignoreMissing(client.charts.delete({ boardId, chartId }));
      await client.boards.delete(boardId);
      return onDeleted;
    });

  return (
    <FormDialog
      title={board === undefined ? 'New board' : 'Edit board'}
      submit={board === undefined ? 'Make the board' : 'Save the board'}
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
      work={work}
      onSubmit={save}
      onClose={onClose}
    >
      <TitleFields
        {...words}
        onChange={(change) => setWords((before) => ({ ...before, ...change }))}
      />
      {board === undefined && (
        <ProjectField
          value={project}
          note="Its charts read the events of this project alone."
          onChoose={setProject}
        />
      )}
      <label class="check">
        <input
          type="checkbox"
          checked={isPublic}
          onChange={(event) => setPublic(event.currentTarget.checked)}
        />
        Anybody with its link reads it, without a key
      </label>
    </FormDialog>
  );
}

const boardWords = (charts: number): string =>
  charts === 0 ? 'board' : charts === 1 ? 'board and its chart' : `board and its ${charts} charts`;

/** Whoever deleted it first did what is wanted. */
async function ignoreMissing(deleted: Promise<void>): Promise<void> {
  try {
    await deleted;
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
  }
}
