// Invalid values in a call are reported, and the event is recorded without them.
import { expect, it } from 'vitest';
import { openService } from './support/open-service.js';

it.each([
  ['no date', 'no date'],
  [1_700_000_000, '1700000000'],
  [Number.NaN, 'NaN'],
  [new Date('no date'), 'Invalid Date'],
  [{}, '[object Object]'],
  // An empty column of a database, the timestamp of a viem block, and microseconds as databases use
  // them.
  [null, 'null'],
  [1_700_000_000n, '1700000000'],
  [1_700_000_000_000_000, '1700000000000000'],
])(
  'reports a timestamp of %s, and records the event with the time of its call',
  async (timestamp, named) => {
    const { tracker, server, clock, faults } = openService();
    const now = new Date(clock.now()).toISOString();
    void tracker.track('Paid', {}, { timestamp: timestamp as never });
    await clock.turn(2_000);
    expect([...server.kept.values()]).toMatchObject([{ event: 'Paid', original_timestamp: now }]);
    expect(faults).toMatchObject([{ code: 'invalid_call' }]);
    expect(faults[0]?.message).toContain(`timestamp ${named} cannot be meant: pass a Date`);
  },
);

it.each([1_700_000_000_000, '2023-11-14T22:13:20Z', new Date(1_700_000_000_000)])(
  'accepts a timestamp of %j',
  async (timestamp) => {
    const { tracker, server, clock, faults } = openService();
    void tracker.track('Paid', {}, { timestamp });
    await clock.turn(2_000);
    expect([...server.kept.values()]).toMatchObject([
      { original_timestamp: '2023-11-14T22:13:20.000Z' },
    ]);
    expect(faults).toEqual([]);
  },
);

it.each([
  ['Docs', 'page(): Docs is no object'],
  [['a'], 'page(): a is no object'],
  [5, 'page(): 5 is no object'],
])('reports properties that are %j, and records the page without them', async (given, told) => {
  const { tracker, server, clock, faults } = openService();
  expect(await tracker.page(given as never)).not.toBe('refused');
  await clock.turn(2_000);
  expect([...server.kept.values()]).toMatchObject([{ type: 'page', properties: {} }]);
  expect(faults).toMatchObject([{ code: 'invalid_call' }]);
  expect(faults[0]?.message).toContain(told);
});

it('the report of an empty event name quotes it', async () => {
  const { tracker, faults } = openService();
  await tracker.track('');
  expect(faults[0]?.message).toBe('track(""): pass the event\'s name first.');
});
