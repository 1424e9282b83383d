// The whole id of a wallet or a visitor, below a title that shortens it, with a button that copies it.
/** @jsxImportSource preact */
import { CopyButton } from './copy-button.js';

export interface FullIdProps {
  readonly id: string;
  /** Names the id in the label of the button, as in "Copy address". */
  readonly what: string;
}

export const FullId = ({ id, what }: FullIdProps) => (
  <span class="wallet-full">
    <span class="mono">{id}</span>
    <CopyButton text={id} what={what} />
  </span>
);
