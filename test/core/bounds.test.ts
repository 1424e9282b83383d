// Values that the server would refuse: they are reported at the call or shortened, and not stored
// for later events.
import { expect, it, test } from 'vitest';
import { MAX_ID_LENGTH } from '../../src/protocol/limits.js';
import { validateEvent } from '../../src/server/events/validate.js';
import { createWorld, openPage } from './fakes.js';

const LONGEST = 'x'.repeat(MAX_ID_LENGTH);
const TOO_LONG = `${LONGEST}x`;

const nested = (depth: number): object => (depth > 1 ? { in: nested(depth - 1) } : {});

it('reports a user id that is too long, and neither records nor stores it', async () => {
  const world = createWorld();
  const { tracker, faults } = openPage(world);
  tracker.identify(TOO_LONG, { plan: 'pro' });
  tracker.identify({ userId: TOO_LONG });
  tracker.track('after');
  tracker.identify(LONGEST);
  await world.clock.turn(2_000);
  const message = expect.stringMatching(/^identify\(\) .*more than 255 characters/);
  expect(faults).toMatchObject([
    { code: 'invalid_call', message },
    { code: 'invalid_call', message },
  ]);
  expect([...world.server.kept.values()]).toMatchObject([
    { event: 'after', user_id: null },
    { type: 'identify', user_id: LONGEST },
  ]);
  expect(world.values.get('user_id')).toBe(LONGEST);
});

it('reports an event name that is too long, and does not record the event', async () => {
  const world = createWorld();
  const { tracker, faults } = openPage(world);
  tracker.track(TOO_LONG);
  tracker.track(LONGEST);
  await world.clock.turn(2_000);
  expect(faults).toMatchObject([{ code: 'invalid_call', message: expect.stringMatching('255') }]);
  expect(world.server.names()).toEqual([LONGEST]);
});

it('reports a message id that is too long, and does not record its event', async () => {
  const world = createWorld();
  const { tracker, faults } = openPage(world);
  tracker.track('minted', {}, { messageId: TOO_LONG });
  tracker.track('minted', {}, { messageId: LONGEST });
  await world.clock.turn(2_000);
  expect(faults).toMatchObject([{ code: 'invalid_call', message: expect.stringMatching('255') }]);
  expect([...world.server.kept.keys()]).toEqual([LONGEST]);
});

it('generates a message id where the given one is empty', async () => {
  const world = createWorld();
  openPage(world).tracker.track('minted', {}, { messageId: '' });
  await world.clock.turn(2_000);
  expect([...world.server.kept.keys()]).toEqual([expect.stringMatching(/-7[0-9a-f]{3}-/)]);
});

test.each<[string, Record<string, unknown>]>([
  ['are nested as deeply as allowed', { deep: nested(31) }],
  ['are nested too deeply', { deep: nested(33) }],
  ['have many values', { list: new Array(10_001).fill(0) }],
  ['have many keys', Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`k${n}`, n]))],
  ['have many keys in many objects', { list: new Array(5_000).fill({ x: 0 }) }],
  ['have a long text', { text: 'x'.repeat(300_001), list: ['y'.repeat(300_001)] }],
])('shortens properties that %s until the server accepts them', async (_, properties) => {
  const world = createWorld();
  const { tracker } = openPage(world);
  tracker.track('large', { name: 'x', ...properties });
  tracker.track('other', {}, { context: properties });
  await world.clock.turn(2_000);
  const sent = [...world.server.kept.values()];
  expect(sent.map(validateEvent)).toMatchObject([{ ok: true }, { ok: true }]);
});

it('reports events that the server accepted in a request but did not keep', async () => {
  const world = createWorld();
  world.server.answer = () => ({ kind: 'delivered', refused: 2 });
  const { tracker, faults, page } = openPage(world);
  for (const name of ['one', 'two', 'three']) tracker.track(name);
  await world.clock.turn(2_000);
  expect(faults).toMatchObject([
    { code: 'invalid_call', message: expect.stringMatching(/2 of the events/) },
  ]);
  tracker.track('last words');
  page.hide(true);
  await world.clock.turn(0);
  expect(faults).toHaveLength(2);
});
