// A modal dialog, which is closed by its button, by Escape, or by a click beside it.
/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from './icon.js';

export interface DialogProps {
  readonly title: string;
  /** Controls beside the title. */
  readonly actions?: ComponentChildren;
  /** Whether the dialog is only as high as its content. */
  readonly isSmall?: boolean;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export function Dialog({ title, actions, isSmall = false, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  /**
   * Where the last press began. Selecting text up to outside of the dialog also ends in a click whose target is the
   * dialog, which must not close it.
   */
  const pressed = useRef<EventTarget | null>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // By default a browser focuses the close button in the header: a space or Enter would close the form.
    element
      ?.querySelector<HTMLElement>('form :is(input, select, textarea):not([disabled])')
      ?.focus();
    // Close the dialog before it is removed, so that the browser returns the focus to what opened it.
    return () => element?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard, Escape closes the dialog
    <dialog
      ref={dialog}
      class="dialog"
      data-small={isSmall}
      aria-labelledby={id}
      onCancel={(event) => {
        // The browser must not close the dialog by itself: `onClose` changes the state that shows it.
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
