// Events of the same millisecond are in the order in which they were recorded, as their ids tell.
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createMessageIds } from '../../../src/core/message-id.js';
import type { EventRow } from '../../../src/server/events/event-row.js';
import { day, rowOf, type Sent, useAnalytics } from './analytics-under-test.js';

const analytics = useAnalytics();
const nextId = createMessageIds((length) => randomBytes(length));
const AT = day('2026-01-15');
const VISITORS = 40;
const STEPS = ['a', 'b', 'c', 'd', 'e', 'f'];

const DAYS = { date_from: '2026-01-15', date_to: '2026-01-15' };
const track = (event: string) => ({ type: 'track', event });
const usersOf = (rows: readonly { users: number }[]) => rows.map(({ users }) => users);

const visits = Array.from({ length: VISITORS }, (_, visitor) =>
  STEPS.map(
    (event, step): Sent => ({
      ...{ at: AT, event, message_id: nextId(AT), project: 'sdk' },
      ...{ anonymous_id: `visitor-${visitor}`, session_id: `session-${visitor}` },
      context: { utm_source: `source-${step}` },
    }),
  ),
).flat();

it('takes the steps of a funnel in this order', async () => {
  await analytics.store(visits.toReversed());
  for (const count of [2, STEPS.length]) {
    const steps = STEPS.slice(0, count);
    const ask = async (names: readonly string[]) => {
      const query = { ...DAYS, steps: JSON.stringify(names.map(track)) };
      return usersOf((await analytics.ask('funnel', query, ['sdk'])).data);
    };
    expect(await ask(steps)).toEqual(steps.map(() => VISITORS));
    expect(await ask(steps.toReversed())).toEqual(steps.map((_, step) => (step ? 0 : VISITORS)));
  }
});

it('begins sessions and paths with the first of them', async () => {
  const flow = await analytics.ask('flow', { ...DAYS, max_steps: 3 }, ['sdk']);
  expect(flow.data).toEqual([
    { step: 1, source: 'a', target: 'b', sessions: VISITORS },
    { step: 2, source: 'b', target: 'c', sessions: VISITORS },
  ]);
  const query = { ...DAYS, metric_column: 'utm_source' as const };
  const sources = await analytics.ask('topSources', query, ['sdk']);
  expect(sources.data).toMatchObject([{ utm_source: 'source-0', sessions: VISITORS }]);
});

it('orders the logs of a block by their index', async () => {
  const logOf = (visitor: number, event: string, index: number): EventRow => ({
    ...rowOf({ at: AT, type: 'decoded_log', channel: 'server', event, project: 'chain' }),
    anonymous_id: `visitor-${visitor}`,
    // Not sent with it: only the server itself may store an event with the id of a log.
    message_id: `log:1:0x${visitor}:${index}`,
  });
  await analytics.storeRows(
    Array.from({ length: VISITORS }, (_, visitor) => [
      logOf(visitor, 'Deposit', 10),
      logOf(visitor, 'Approval', 9),
    ]).flat(),
  );
  const steps = ['Approval', 'Deposit'].map((event) => ({ type: 'decoded_log', event }));
  const query = { ...DAYS, steps: JSON.stringify(steps) };
  const funnel = await analytics.ask('funnel', query, ['chain']);
  expect(usersOf(funnel.data)).toEqual([VISITORS, VISITORS]);
});
