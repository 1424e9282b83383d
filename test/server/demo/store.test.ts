// What the demo asks of the events table, on the real engine.
import { expect, it } from 'vitest';
import { createDemoService } from '../../../src/server/demo/service.js';
import { createDemoStore } from '../../../src/server/demo/store.js';
import { type Sent, useAnalytics } from '../analytics/analytics-under-test.js';

const analytics = useAnalytics();
const MINE = { projectId: 'mine', anonymousId: 'me' };
// Only the last 30 days are read.
const NOW = Date.now();

const mine = (message_id: string, at: number, event: Partial<Sent> = {}): Sent => ({
  ...{ at, message_id, anonymous_id: MINE.anonymousId, session_id: 'visit', type: 'page' },
  ...event,
});

it('reads the latest events of one visitor, and how far the visitor came', async () => {
  const transaction = { type: 'transaction', properties: { transaction_hash: '0x1' } } as const;
  await analytics.store([
    mine('1', NOW - 4_000, { properties: { path: '/demo', tags: [null, 1.5] } }),
    mine('2', NOW - 3_000, { type: 'connect' }),
    mine('3', NOW - 2_000, transaction),
    mine('4', NOW - 1_000, transaction),
    mine('5', NOW, { type: 'track', event: 'map', properties: { long: 'x'.repeat(20_000) } }),
    { at: NOW, anonymous_id: 'other', message_id: '6', type: 'page' },
    { at: NOW, anonymous_id: MINE.anonymousId, message_id: '7', type: 'page', project: 'theirs' },
  ]);
  const service = createDemoService(createDemoStore(analytics.database));

  const { events, funnel } = await service.visitorEvents(MINE, 5);
  expect(funnel).toEqual({ pages: 1, connects: 1, transactions: 1 });
  expect(events.map(({ message_id }) => message_id)).toEqual(['5', '4', '3', '2', '1']);
  expect(events[0]).toMatchObject({ type: 'track', event: 'map', properties: {} });
  expect(events[4]).toEqual({
    ...{ message_id: '1', type: 'page', event: '', user_id: '', session_id: 'visit', address: '' },
    timestamp: new Date(NOW - 4_000).toISOString(),
    received_at: new Date(NOW - 4_000).toISOString(),
    properties: { path: '/demo', tags: [null, 1.5] },
  });
  expect((await service.visitorEvents(MINE, 2)).events).toHaveLength(2);
});

it('answers zeros for a visitor without events', async () => {
  const service = createDemoService(createDemoStore(analytics.database));
  expect(await service.visitorEvents({ ...MINE, anonymousId: 'nobody' }, 50)).toEqual({
    events: [],
    funnel: { pages: 0, connects: 0, transactions: 0 },
  });
});
