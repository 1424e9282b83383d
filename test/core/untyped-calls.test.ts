// Calls from code without types: wrong values are reported or converted, and lose no event.
import { expect, it } from 'vitest';
import { createWorld, openPage } from './fakes.js';

it.each(['deny', false, null, Symbol('no')])(
  'consent(%s) changes nothing and is reported',
  (state) => {
    const { tracker, faults } = openPage(createWorld());
    expect(tracker.consent(state as never)).toBe('granted');
    expect(faults).toMatchObject([
      {
        code: 'invalid_call',
        message: `consent(${String(state)}) failed: It is 'granted', 'denied' or 'pending'.`,
      },
    ]);
    expect(tracker.consent(undefined)).toBe('granted');
    expect(faults).toHaveLength(1);
  },
);

it('converts a message id that is a number into a text', async () => {
  const world = createWorld();
  const { tracker } = openPage(world);
  tracker.track('paid', {}, { messageId: 12_345 as never });
  await world.clock.turn(2_000);
  expect([...world.server.kept.keys()]).toEqual(['12345']);
});

it('leaves out a block number that is null', async () => {
  const world = createWorld();
  const { tracker } = openPage(world);
  const unknown = { blockNumber: null as never, gasUsed: null as never };
  tracker.transaction({ status: 'broadcasted', ...unknown });
  await world.clock.turn(2_000);
  expect([...world.server.kept.values()]).toMatchObject([
    { properties: { status: 'broadcasted' } },
  ]);
  expect([...world.server.kept.values()][0]?.properties).not.toHaveProperty('block_number');
});
