// Opens the form of a new board, alert, label, segment or contract.
/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useIsKeyAsked } from '../state/key.js';
import { Icon } from './icon.js';

export interface AddButtonProps {
  readonly isQuiet?: boolean;
  /** Disabled also for another reason than that the key is not known yet. */
  readonly isDisabled?: boolean;
  readonly onAdd: () => void;
  readonly children: ComponentChildren;
}

export function AddButton({ isQuiet, isDisabled, onAdd, children }: AddButtonProps) {
  const isKeyAsked = useIsKeyAsked();
  return (
    <button
      type="button"
      class={isQuiet ? 'button quiet' : 'button'}
      disabled={isKeyAsked || isDisabled}
      onClick={onAdd}
    >
      <Icon name="add" />
      {children}
    </button>
  );
}
