// Whether the workspace has any events. While it has none, asks again every few seconds until the first arrives.
import { useEffect, useRef, useState } from 'preact/hooks';
import { useScope } from './scope.js';
import { useSession } from './session.js';

const INTERVAL_MS = 2_500;
/** How often the view is read again after the first event: aggregated figures may lag behind stored events. */
const RENEWALS = 4;

/** @returns undefined until it is known */
export function useFirstEvent(): boolean | undefined {
  const { client } = useSession();
  const { renew } = useScope();
  const [hasEvents, setHasEvents] = useState<boolean>();
  const latest = useRef(renew);
  latest.current = renew;

  useEffect(() => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hasWaited = false;

    const renewAll = (left: number) => {
      latest.current();
      if (left > 1) timer = setTimeout(() => renewAll(left - 1), INTERVAL_MS);
    };
    const ask = async () => {
      const { signal } = controller;
      if (!document.hidden) {
        // A failure is ignored here: other parts of the view show it.
        const found = await client.query
          .run('SELECT message_id FROM events LIMIT 1', { signal })
          .then(
            ({ data }) => data.length > 0,
            () => undefined,
          );
        if (signal.aborted) return;
        if (found !== undefined) setHasEvents(found);
        if (found && hasWaited) return renewAll(RENEWALS);
        if (found) return;
        hasWaited ||= found === false;
      }
      timer = setTimeout(ask, INTERVAL_MS);
    };
    void ask();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [client]);
  return hasEvents;
}
