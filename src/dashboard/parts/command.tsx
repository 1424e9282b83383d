// A command or snippet, with a button that copies it.
/** @jsxImportSource preact */
import { CopyButton } from './copy-button.js';

export interface CommandProps {
  readonly text: string;
  /** Names the text in the label of the button, as in "Copy command". */
  readonly what?: string;
}

export function Command({ text, what = 'command' }: CommandProps) {
  return (
    <div class="command">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without a mouse, only a focused area can be scrolled */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} what={what} />
    </div>
  );
}
