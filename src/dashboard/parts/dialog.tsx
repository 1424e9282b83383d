// A part of the page above all others, until it is closed: by its button, Escape, or a click beside it.
/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from './icon.js';

export interface DialogProps {
  readonly title: string;
  /** Controls beside the title. */
  readonly actions?: ComponentChildren;
  /** As high as what it holds. */
  readonly isSmall?: boolean;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export function Dialog({ title, actions, isSmall = false, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  /** Where the last press began: of a text that is selected up to beyond the edge, the click is of the dialog, too. */
  const pressed = useRef<EventTarget | null>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // By itself a browser takes the button in the head: who begins to type would close the form.
    element
      ?.querySelector<HTMLElement>('form :is(input, select, textarea):not([disabled])')
      ?.focus();
    // Closed before it is gone, so that the focus returns to what opened it.
    return () => element?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, which is the browser's own
    <dialog
      ref={dialog}
      class="dialog"
      data-small={isSmall}
      aria-labelledby={id}
      onCancel={(event) => {
        // What is shown follows the address, and that is told first.
        event.preventDefault();
        onClose();
      }}
      onPointerDown={({ target }) => {
        pressed.current = target;
      }}
      onClick={({ target }) => {
        if (target === dialog.current && target === pressed.current) onClose();
      }}
    >
      <div class="dialog-body">
        <header class="panel-head">
          <h2 id={id}>{title}</h2>
          {actions}
          <button type="button" class="copy" onClick={onClose}>
            <Icon name="close" />
            <span class="hidden">Close</span>
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
