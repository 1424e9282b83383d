// Consent across tabs: after a grant in one tab, all tabs share one visitor and one session.
import { expect, it } from 'vitest';
import { createFakeKeyValue, createFakeStore, createWorld, openPage, settle } from './fakes.js';

it.each([
  ['after the grant', false],
  ['at any moment during the grant, also between a read and the write that depends on it', true],
])('a tab that checks %s joins the visitor of the tab that granted', async (_, isNosy) => {
  const world = createWorld();
  const second = openPage(world, { consent: 'pending' });
  const stored = createFakeKeyValue(world.values);
  const get = (key: string) => {
    const value = stored.get(key);
    if (isNosy) second.page.show();
    return value;
  };
  const first = openPage(world, { consent: 'pending' }, { keyValue: { ...stored, get } });
  first.tracker.track('in the first');
  second.tracker.track('in the second');
  first.tracker.consent('granted');
  second.page.show();
  await world.clock.turn(5_000);
  const events = [...world.server.kept.values()];
  expect(events).toHaveLength(2);
  for (const name of ['anonymous_id', 'session_id'] as const) {
    expect(new Set(events.map((event) => event[name])).size).toBe(1);
  }
  expect(second.tracker.anonymousId()).toBe(first.tracker.anonymousId());
});

it('sends the events that a tab recorded before it noticed the grant in another tab', async () => {
  const world = createWorld();
  const first = openPage(world, { consent: 'pending' });
  const second = openPage(world, { consent: 'pending' });
  first.tracker.consent('granted');
  // Longer than a tab caches what it read of the session.
  await world.clock.turn(10_000);
  second.tracker.track('before it looked');
  second.page.show();
  await world.clock.turn(5_000);
  expect(world.server.names()).toEqual(['before it looked']);
});

it('a tab that is granted consent after another one returns the same visitor at once', () => {
  const world = createWorld();
  const first = openPage(world, { consent: 'pending' });
  const second = openPage(world, { consent: 'pending' });
  first.tracker.consent('granted');
  second.tracker.consent('granted');
  expect(second.tracker.anonymousId()).toBe(first.tracker.anonymousId());
});

it('a tab that erases slowly after a withdrawal keeps what a later grant has stored', async () => {
  const world = createWorld();
  const erase = () => {
    world.disk.events.clear();
    for (const key of world.values.keys()) if (key !== 'consent') world.values.delete(key);
  };
  let erased = () => {};
  const slow = createFakeStore(world.disk);
  const acknowledge = () =>
    new Promise<void>((resolve) => {
      erased = resolve;
    });
  const first = openPage(world, {}, { erase });
  const second = openPage(world, {}, { erase, store: { ...slow, acknowledge } });
  first.tracker.consent('denied');
  second.page.show();
  await settle();
  world.server.answer = () => ({ kind: 'retry' });
  first.tracker.consent('granted');
  first.tracker.track('swap');
  await world.clock.turn(1_000);
  const stored = new Map(world.values);
  expect(stored.get('anonymous_id')).toBe(first.tracker.anonymousId());
  erased();
  await settle();
  expect([...world.values]).toEqual([...stored]);
  expect(world.disk.events.size).toBe(1);
  expect(second.tracker.consent()).toBe('granted');
  expect(second.tracker.anonymousId()).toBe(first.tracker.anonymousId());
});
