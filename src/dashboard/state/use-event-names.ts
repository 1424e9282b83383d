// The names of the app's own events, to choose from where one is asked for.
import { ifAllowed } from './if-allowed.js';
import { useScope } from './scope.js';
import { useSession } from './session.js';
import { useAnswer } from './use-answer.js';

const MOST = 100;
const NONE: readonly string[] = [];

/** Of the days that are looked at, the most frequent first; none until they are known. */
export function useEventNames(): readonly string[] {
  const { client } = useSession();
  const { days } = useScope();
  const { data = NONE } = useAnswer(`events ${days.date_from} ${days.date_to}`, (signal) =>
    ifAllowed(async () => {
      const asked = { ...days, type: 'custom', limit: MOST } as const;
      const { data: rows } = await client.analytics.topEvents(asked, { signal });
      return [...new Set(rows.map(({ event }) => event))];
    }),
  );
  return data;
}
