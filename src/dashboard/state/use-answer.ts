// Asks the API for what a part shows: again when the question changes, never for a part that is gone.
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { leaveIfKeyEnded, SessionContext } from './session.js';
import { isOutage, useReport } from './troubles.js';

export interface Answer<T> {
  /**
   * The newest one; of the question before while this one is asked. What a part says of it by the
   * question, such as its days, belongs into what `ask` answers.
   */
  readonly data?: T;
  /** Beside the data where the same question was answered before: an outage makes no figure wrong. */
  readonly error?: unknown;
  /** What failed is told above all parts. */
  readonly isTold: boolean;
  /** Another question than the one that was answered, or that one on demand: not what a minute brings. */
  readonly isAsking: boolean;
  /** This and all else that failed. */
  readonly askAgain: () => void;
}

interface Asked<T> {
  readonly data?: T;
  readonly error?: unknown;
  /** The question that it answers, of whichever minute. */
  readonly of?: string;
}

/** What failed together is asked again together, by whichever part is told to. */
const retries = new EventTarget();
export const askFailedAgain = () => {
  retries.dispatchEvent(new Event('again'));
};
window.addEventListener('online', askFailedAgain);

/** Part of a question that is asked anew each minute, of which nobody who reads the answer is told. */
export const atMinute = (minutes: number) => `@minute ${minutes}`;
const withoutMinute = (question: string) => question.replace(/@minute \d+/, '');

/**
 * @param question names all that the answer depends on
 * @param ask runs it; ended by the signal when another question takes its place
 */
export function useAnswer<T>(
  question: string,
  ask: (signal: AbortSignal) => Promise<T>,
): Answer<T> {
  // Nobody, where all may see it.
  const signOut = useContext(SessionContext)?.signOut;
  const [asked, setAsked] = useState<Asked<T>>({});
  const [answered, setAnswered] = useState('');
  const [turn, setTurn] = useState(0);
  const latest = useRef({ ask, signOut });
  latest.current = { ask, signOut };
  const current = `${question} ${turn}`;

  useEffect(() => {
    const controller = new AbortController();
    const of = withoutMinute(question);
    const settle = (toResult: (before: Asked<T>) => Asked<T>) => {
      if (controller.signal.aborted) return;
      setAsked(toResult);
      setAnswered(current);
    };
    latest.current.ask(controller.signal).then(
      (data) => settle(() => ({ data, of })),
      (error) => {
        if (controller.signal.aborted) return;
        leaveIfKeyEnded(error, latest.current.signOut);
        settle((before) =>
          before.of === of && isOutage(error) ? { ...before, error } : { error, of },
        );
      },
    );
    return () => controller.abort();
  }, [current]);

  useRetry(asked.error !== undefined, () => setTurn((now) => now + 1));
  const isTold = useReport(asked.error);
  const isAsking = withoutMinute(answered) !== withoutMinute(current);
  const { of: _, ...answer } = asked;
  return { ...answer, isTold, isAsking, askAgain: askFailedAgain };
}

/** Runs it when what failed is asked again. */
export function useRetry(hasFailed: boolean, again: () => void): void {
  const latest = useRef(again);
  latest.current = again;
  // With what the part shows, and not after it: who is told of the failure may ask at once.
  useLayoutEffect(() => {
    if (!hasFailed) return;
    const run = () => latest.current();
    retries.addEventListener('again', run);
    return () => retries.removeEventListener('again', run);
  }, [hasFailed]);
}
