// A form above the page: what went wrong with it below its fields, then what sends it and what else can be done.
/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import type { Work } from '../state/use-work.js';
import { Dialog } from './dialog.js';
import { Problem } from './problem.js';

export interface FormDialogProps {
  readonly title: string;
  /** What sends it, such as "Save the label". */
  readonly submit: string;
  /** Beside it. */
  readonly actions?: ComponentChildren;
  /** Above the form. */
  readonly notice?: ComponentChildren;
  /** What it runs. */
  readonly work: Work;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export const FormDialog = (props: FormDialogProps) => {
  const { title, submit, actions, notice, work, onSubmit, onClose, children } = props;
  return (
    <Dialog isSmall title={title} onClose={onClose}>
      {notice}
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
        {work.error !== undefined && <Problem error={work.error} isWrite />}
        <div class="form-actions">
          <button type="submit" class="button primary" aria-disabled={work.isRunning}>
            {submit}
          </button>
          {actions}
        </div>
      </form>
    </Dialog>
  );
};
