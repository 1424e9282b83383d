// Reads what a part shows from the API, again whenever its question changes. Removed parts cancel their request.
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { leaveIfKeyEnded, SessionContext } from './session.js';
import { isOutage, useReport } from './troubles.js';

export interface Answer<T> {
  /**
   * The newest answer. While a new question is being asked, this is still the answer to the one before.
   * So whatever a part says that depends on the question, such as its days, must be in what `ask` returns.
   */
  readonly data?: T;
  /**
   * Why the last attempt failed. It stands beside `data` where the same question was answered earlier:
   * the figures that are known do not become wrong because the server is out of reach.
   */
  readonly error?: unknown;
  /** The banner above all parts explains the failure already. */
  readonly isTold: boolean;
  /** A new question, or the same one on demand, waits for its answer. The refresh each minute does not count. */
  readonly isAsking: boolean;
  /** Asks this question again, and all others that failed. */
  readonly askAgain: () => void;
}

interface Asked<T> {
  readonly data?: T;
  readonly error?: unknown;
  /** The question that was answered, without its minute. */
  readonly of?: string;
}

/** Questions that failed together are asked again together, whichever part is told to try again. */
const retries = new EventTarget();
export const askFailedAgain = () => {
  retries.dispatchEvent(new Event('again'));
};
window.addEventListener('online', askFailedAgain);

/** Belongs to a question that is asked anew each minute. Readers of the answer do not see it as a new question. */
export const atMinute = (minutes: number) => `@minute ${minutes}`;
const withoutMinute = (question: string) => question.replace(/@minute \d+/, '');

/**
 * @param question a text that contains all that the answer depends on
 * @param ask sends the request; the signal aborts it when the question changes
 * @param kept an earlier answer, shown until the first one
 */
export function useAnswer<T>(
  question: string,
  ask: (signal: AbortSignal) => Promise<T>,
  kept?: T,
): Answer<T> {
  // A public board has no session: nobody is signed in.
  const signOut = useContext(SessionContext)?.signOut;
  const [asked, setAsked] = useState<Asked<T>>(
    kept === undefined ? {} : { data: kept, of: question },
  );
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

/** Calls `again` whenever failed questions are to be repeated. */
export function useRetry(hasFailed: boolean, again: () => void): void {
  const latest = useRef(again);
  latest.current = again;
  // Listens as soon as the failure is on the screen, since whoever reads it may press "Try again" at once.
  useLayoutEffect(() => {
    if (!hasFailed) return;
    const run = () => latest.current();
    retries.addEventListener('again', run);
    return () => retries.removeEventListener('again', run);
  }, [hasFailed]);
}
