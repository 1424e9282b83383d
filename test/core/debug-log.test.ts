// What `debug` says of an event's way, and what it never says.
import { expect, test } from 'vitest';
import { createWorld, openPage, settle } from './fakes.js';

const KEY = 'key-nobody-may-read';

const open = () => {
  const world = createWorld();
  const lines: string[] = [];
  const page = openPage(world, { writeKey: KEY }, { log: (line) => lines.push(line) });
  return { world, lines, ...page };
};

test('accepted, queued, stored, sent, delivered', async () => {
  const { world, lines, tracker } = open();
  tracker.track('swap', { secret: 'seed phrase' });
  tracker.page();
  await world.clock.turn(2_000);
  const log = lines.join('\n');
  expect(log).toMatch(/^swap accepted$/m);
  expect(log).toMatch(/^queued: track swap as [0-9a-f-]{36}$/m);
  expect(log).toMatch(/^stored: track swap, page$/m);
  expect(log).toMatch(/^sent in a batch of 2: track swap, page$/m);
  expect(log).toMatch(/^delivered: track swap, page$/m);
  expect(log).not.toMatch(new RegExp(`${KEY}|secret|seed phrase`));
});

test('retried in so many seconds', async () => {
  const { world, lines, tracker } = open();
  world.server.answer = () => ({ kind: 'retry', afterMs: 7_000 });
  tracker.track('swap');
  await world.clock.turn(2_000);
  expect(lines).toContain('retry: track swap');
  expect(lines).toContainEqual(expect.stringMatching(/^retried in 7\.\d s$/));
});

test('dropped, with the reason', async () => {
  const { world, lines, tracker } = open();
  world.server.answer = () => ({ kind: 'rejected', reason: 'invalid', detail: 'no such type' });
  tracker.track('swap');
  await world.clock.turn(2_000);
  expect(lines).toContain('rejected: track swap');
  expect(lines).toContainEqual(
    expect.stringMatching(/^dropped [0-9a-f-]{36} \(invalid\): no such/),
  );
});

test('without a log nothing is written for it', async () => {
  const world = createWorld();
  const { tracker } = openPage(world);
  tracker.track('swap');
  await world.clock.turn(2_000);
  await settle();
  expect(world.server.names()).toEqual(['swap']);
});
