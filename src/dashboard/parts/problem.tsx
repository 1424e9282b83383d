// Explains an error, and offers to try again where that may help.
/** @jsxImportSource preact */
import { explainError } from '../format/explain-error.js';
import { Command } from './command.js';
import { TryAgain } from './try-again.js';

export interface ProblemProps {
  readonly error: unknown;
  readonly askAgain?: () => void;
  /** Whether something should have been saved. */
  readonly isWrite?: boolean;
}

export function Problem({ error, askAgain, isWrite }: ProblemProps) {
  const { title, advice, command, mayRepeat } = explainError(error, isWrite);
  return (
    <div class="problem" role="alert">
      <p class="problem-title">{title}</p>
      <p>{advice}</p>
      {command !== undefined && <Command text={command} />}
      {mayRepeat && askAgain !== undefined && <TryAgain askAgain={askAgain} />}
    </div>
  );
}
