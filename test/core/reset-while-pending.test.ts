// A visitor whom reset() forgot while consent was pending stays forgotten after a grant.
import { expect, it } from 'vitest';
import { PENDING_KEY } from '../../src/core/pending-key.js';
import { createWorld, openPage } from './fakes.js';

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

it('reset() keeps the people of the held events apart', async () => {
  const world = createWorld();
  const { tracker } = openPage(world, { consent: 'pending' });
  tracker.identify('ada');
  const ada = tracker.anonymousId();
  tracker.reset();
  tracker.identify('bob');
  tracker.consent('granted');
  tracker.track('swap');
  await world.clock.turn(5_000);
  const events = [...world.server.kept.values()];
  expect(events.map(({ user_id }) => user_id)).toEqual(['ada', 'bob', 'bob']);
  const [first, ...others] = events.map((event) => [event.anonymous_id, event.session_id]);
  expect(first?.[0]).toBe(ada);
  expect(others[0]).toEqual(others[1]);
  expect(others[0]?.[0]).toBe(tracker.anonymousId());
  expect(others[0]?.filter((id) => first?.includes(id))).toEqual([]);
});

it('reset() also forgets the person whom an earlier page stored', async () => {
  const world = createWorld();
  const { tracker: earlier } = openPage(world);
  earlier.identify({ userId: 'ada', address: ADDRESS });
  await world.clock.turn(5_000);
  world.values.set(PENDING_KEY, '["of ada"]');
  const { tracker } = openPage(world, { consent: 'pending' });
  tracker.reset();
  tracker.consent('granted');
  tracker.track('swap');
  await world.clock.turn(5_000);
  const [identified, swapped] = [...world.server.kept.values()];
  expect(swapped).toMatchObject({ user_id: null, address: null });
  expect(swapped?.anonymous_id).not.toBe(identified?.anonymous_id);
  expect(swapped?.session_id).not.toBe(identified?.session_id);
  expect(tracker.addresses()).toEqual([]);
  expect([...world.values.keys()].sort()).toEqual([
    'anonymous_id',
    'consent',
    'first_touch',
    'seen',
    'session',
    'touch',
  ]);
});

it('disconnect() forgets the wallet, and keeps what another tab has stored', async () => {
  const world = createWorld();
  const { tracker: earlier } = openPage(world);
  earlier.connect({ address: ADDRESS, chainId: 1 });
  await world.clock.turn(5_000);
  world.values.set(PENDING_KEY, '["of another tab"]');
  const plugin = {
    name: 'transactions',
    setup: (_: unknown, { storage }: { storage: { remove(key: string): void } }) => {
      storage.remove(PENDING_KEY);
      return undefined;
    },
  };
  const { tracker } = openPage(world, { consent: 'pending', plugins: [plugin] });
  tracker.connect({ address: ADDRESS, chainId: 1 });
  tracker.disconnect();
  tracker.consent('granted');
  tracker.track('swap');
  await world.clock.turn(5_000);
  expect([...world.server.kept.values()].at(-1)).toMatchObject({ event: 'swap', address: null });
  expect(tracker.anonymousId()).toBe(earlier.anonymousId());
  expect(world.values.get(PENDING_KEY)).toBe('["of another tab"]');
});
