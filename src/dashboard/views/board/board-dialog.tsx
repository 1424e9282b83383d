// Makes a board, or changes one: what it is called, what it is for, and who reads it.
/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import type { Board } from '../../../client/answers.js';
import { DeleteButton } from '../../parts/delete-button.js';
import { Dialog } from '../../parts/dialog.js';
import { Field, SelectField } from '../../parts/field.js';
import { Problem } from '../../parts/problem.js';
import { useProjects } from '../../state/key.js';
import { useSession } from '../../state/session.js';
import { useWork } from '../../state/use-work.js';

export interface BoardDialogProps {
  /** None: a new one. */
  readonly board?: Board | undefined;
  readonly onClose: () => void;
  /** Told which board there is now. */
  readonly onSaved: (board: Board) => void;
  /** None where it cannot be deleted. */
  readonly onDeleted?: (() => void) | undefined;
}

export function BoardDialog({ board, onClose, onSaved, onDeleted }: BoardDialogProps) {
  const { client } = useSession();
  const projects = useProjects();
  const [title, setTitle] = useState(board?.title ?? '');
  const [description, setDescription] = useState(board?.description ?? '');
  const [isPublic, setPublic] = useState(board?.enabled ?? false);
  const [project, setProject] = useState(projects[0]?.id ?? '');
  const work = useWork();

  const save = () =>
    work.start(async () => {
      const body = { title: title.trim(), description: description.trim() || null, isPublic };
      const saved =
        board === undefined
          ? await client.boards.create({ ...body, ...(project !== '' && { project_id: project }) })
          : await client.boards.update(board.id, body);
      return () => onSaved(saved);
    });
  const remove = (id: string, deleted: () => void) =>
    work.start(async () => {
      await client.boards.delete(id);
      return deleted;
    });

  return (
    <Dialog isSmall title={board === undefined ? 'New board' : 'Edit board'} onClose={onClose}>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Field title="Title">
          <input
            type="text"
            value={title}
            required
            pattern=".*\S.*"
            maxLength={200}
            autocomplete="off"
            onInput={(event) => setTitle(event.currentTarget.value)}
          />
        </Field>
        <Field title="Description">
          <input
            type="text"
            value={description}
            maxLength={2_000}
            autocomplete="off"
            onInput={(event) => setDescription(event.currentTarget.value)}
          />
        </Field>
        {board === undefined && projects.length > 1 && (
          <SelectField
            title="Project"
            value={project}
            choices={projects.map(({ id, name }) => ({ value: id, name: `${name} (${id})` }))}
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
        {work.error !== undefined && <Problem error={work.error} />}
        <div class="form-actions">
          <button type="submit" class="button primary" disabled={work.isRunning}>
            {board === undefined ? 'Make the board' : 'Save the board'}
          </button>
          {board !== undefined &&
            (onDeleted === undefined ? (
              <p class="note">To delete it, delete its charts first.</p>
            ) : (
              <DeleteButton
                what="board"
                isRunning={work.isRunning}
                onDelete={() => remove(board.id, onDeleted)}
              />
            ))}
        </div>
      </form>
    </Dialog>
  );
}
