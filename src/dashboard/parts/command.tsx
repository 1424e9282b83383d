// A line of code to copy.
/** @jsxImportSource preact */
import { CopyButton } from './copy-button.js';

export interface CommandProps {
  readonly text: string;
  /** What it is, as in "Copy command". */
  readonly what?: string;
}

export function Command({ text, what = 'command' }: CommandProps) {
  return (
    <div class="command">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls what does not fit */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} what={what} />
    </div>
  );
}
