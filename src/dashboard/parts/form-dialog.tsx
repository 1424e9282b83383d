// A dialog with a form: its fields, the error of the last attempt to save, and the buttons.
/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import type { Work } from '../state/use-work.js';
import { Dialog } from './dialog.js';
import { Problem } from './problem.js';

export interface FormDialogProps {
  readonly title: string;
  /** Label of the submit button, such as "Save the label". */
  readonly submit: string;
  /** Further buttons beside the submit button. */
  readonly actions?: ComponentChildren;
  /** Shown above the form. */
  readonly notice?: ComponentChildren;
  /** The action of the form: whether it runs, and its error. */
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
