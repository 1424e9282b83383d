// A grant that one tab is told and another one finds: one visitor, in one session.
import { expect, it } from 'vitest';
import { createFakeKeyValue, createWorld, openPage } from './fakes.js';

it.each([
  ['when it is done', false],
  ['at any moment of it, between a value that is read and what is written for that', true],
])('a tab that looks %s joins the visitor whom the other tab stores', async (_, isNosy) => {
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
