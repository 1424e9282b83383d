// A titled card: its content, or why there is none yet.
/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { PermissionDeniedError } from '../../client/errors.js';
import type { Answer } from '../state/use-answer.js';
import { Problem } from './problem.js';

export interface PanelProps {
  readonly title: string;
  /** One line on what is counted. */
  readonly note?: ComponentChildren;
  /** Controls beside the title. */
  readonly actions?: ComponentChildren;
  /** How many of the twelve columns it takes on a wide screen. */
  readonly span?: 4 | 6 | 8 | 12;
  /** The same where the caller works it out itself, once for wide and once for smaller screens. */
  readonly spans?: { readonly wide: number; readonly medium: number } | undefined;
  readonly children: ComponentChildren;
}

export function Panel({ title, note, actions, span = 12, spans, children }: PanelProps) {
  const id = useId();
  return (
    <section
      class="panel"
      data-span={spans === undefined ? span : 'packed'}
      {...(spans && { style: { '--wide': String(spans.wide), '--medium': String(spans.medium) } })}
      aria-labelledby={id}
    >
      <header class="panel-head">
        <div>
          <h2 id={id}>{title}</h2>
          {note !== undefined && <p class="note">{note}</p>}
        </div>
        {actions}
      </header>
      {children}
    </section>
  );
}

export interface AnsweredProps<T> {
  readonly answer: Answer<T>;
  /**
   * Lines of the skeleton that stands where the answer will. Whatever comes is at least as high, so that
   * what stands below does not move while somebody aims at it: as many as the usual answer needs.
   */
  readonly lines?: number;
  readonly children: (data: T) => ComponentChildren;
}

/** What an answer shows: a skeleton until the first, an explanation after a failure that left none. */
export function Answered<T>({ answer, lines = 5, children }: AnsweredProps<T>) {
  const { data, error, isTold, isAsking, askAgain } = answer;
  const isAnswered = data !== undefined;
  const hasFailed = error !== undefined && !isAsking;
  return (
    <div class="answered" style={{ '--lines': lines }} aria-busy={isAnswered && isAsking}>
      {hasFailed && !isTold && <Problem error={error} askAgain={askAgain} />}
      {isAnswered ? (
        children(data)
      ) : hasFailed ? (
        isTold && <Unanswered error={error} />
      ) : (
        <Skeleton lines={lines} />
      )}
    </div>
  );
}

export function Skeleton({ lines }: { readonly lines: number }) {
  return (
    <div class="skeleton" role="status">
      <span class="hidden">Loading</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={String(line)} class="bone" />
      ))}
    </div>
  );
}

/**
 * Stands in a part without an answer while the banner explains the failure. "Could not be loaded" would be
 * misleading where the key has no access: trying again does not help.
 */
const Unanswered = ({ error }: { readonly error: unknown }) => (
  <Empty>
    {error instanceof PermissionDeniedError
      ? 'Not available with this key.'
      : 'Could not be loaded.'}
  </Empty>
);

export function Empty({ children }: { readonly children: ComponentChildren }) {
  return <div class="empty">{children}</div>;
}
