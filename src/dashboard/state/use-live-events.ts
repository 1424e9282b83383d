// The newest events, asked for again and again while somebody can see them.
import { useEffect, useState } from 'preact/hooks';
import { AuthenticationError } from '../../client/errors.js';
import { type EventRow, readLatestEvents } from './events.js';
import { useSession } from './session.js';

export interface LiveEvents {
  /** Newest first; undefined until the first answer. */
  readonly events: readonly EventRow[] | undefined;
  /** Of the last attempt. */
  readonly error: unknown;
  /** Those that the last answer brought, for a screen reader. */
  readonly fresh: number;
}

const INTERVAL_MS = 2_500;
const MAX_INTERVAL_MS = 30_000;
const NOTHING: LiveEvents = { events: undefined, error: undefined, fresh: 0 };

/** @param isPaused keeps what is shown as it is */
export function useLiveEvents(limit: number, isPaused: boolean): LiveEvents {
  const { client, signOut } = useSession();
  const [live, setLive] = useState(NOTHING);

  useEffect(() => {
    if (isPaused) return;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let intervalMs = INTERVAL_MS;
    let isRunning = false;

    const turn = async () => {
      if (isRunning || document.hidden || controller.signal.aborted) return;
      clearTimeout(timer);
      isRunning = true;
      try {
        const events = await readLatestEvents(client, limit, { signal: controller.signal });
        setLive((before) => ({
          events,
          error: undefined,
          fresh: countFresh(before.events, events),
        }));
        intervalMs = INTERVAL_MS;
      } catch (error) {
        if (controller.signal.aborted) return;
        if (error instanceof AuthenticationError) {
          return signOut('The server no longer takes this key. Sign in with another one.');
        }
        setLive((before) => ({ ...before, error, fresh: 0 }));
        intervalMs = Math.min(intervalMs * 2, MAX_INTERVAL_MS);
      } finally {
        isRunning = false;
      }
      timer = setTimeout(turn, intervalMs);
    };

    document.addEventListener('visibilitychange', turn);
    window.addEventListener('online', turn);
    void turn();
    return () => {
      controller.abort();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', turn);
      window.removeEventListener('online', turn);
    };
  }, [client, signOut, limit, isPaused]);
  return live;
}

/** How many at the top were not there before; none at the first answer. */
function countFresh(before: readonly EventRow[] | undefined, now: readonly EventRow[]): number {
  if (before === undefined) return 0;
  const known = new Set(before.map(({ message_id }) => message_id));
  return now.filter(({ message_id }) => !known.has(message_id)).length;
}
