// Takes a row of a form away.
/** @jsxImportSource preact */
import { Icon } from './icon.js';

export interface RemoveButtonProps {
  /** What is taken away, for those who hear the page: "condition 1 of step 2". */
  readonly what: string;
  readonly onRemove: () => void;
}

export const RemoveButton = ({ what, onRemove }: RemoveButtonProps) => (
  <button type="button" class="copy" title="Remove" onClick={onRemove}>
    <Icon name="close" />
    <span class="hidden">Remove {what}</span>
  </button>
);
