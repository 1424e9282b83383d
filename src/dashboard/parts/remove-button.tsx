// Removes a row of a form.
/** @jsxImportSource preact */
import { useFocusBefore } from '../state/focus-before.js';
import { Icon } from './icon.js';

export interface RemoveButtonProps {
  /** What is removed, for screen readers: "condition 1 of step 2". */
  readonly what: string;
  readonly onRemove: () => void;
}

export function RemoveButton({ what, onRemove }: RemoveButtonProps) {
  const button = useFocusBefore();
  return (
    <button ref={button} type="button" class="copy" title="Remove" onClick={onRemove}>
      <Icon name="close" />
      <span class="hidden">Remove {what}</span>
    </button>
  );
}
