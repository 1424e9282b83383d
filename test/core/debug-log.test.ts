// What `debug` logs about the way of an event, and what it must never log.
import { expect, test } from 'vitest';
import { createWorld, openPage, settle } from './fakes.js';

const KEY = 'key-nobody-may-read';

const open = () => {
  const world = createWorld();
  const lines: string[] = [];
  const page = openPage(world, { writeKey: KEY }, { log: (line) => lines.push(line) });
  return { world, lines, ...page };
};

test('logs that an event was accepted, queued, stored, sent and delivered', async () => {
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

test('logs after how many seconds a failed batch is retried', async () => {
  const { world, lines, tracker } = open();
  world.server.answer = () => ({ kind: 'retry', afterMs: 7_000 });
  tracker.track('swap');
  await world.clock.turn(2_000);
  expect(lines).toContain('retry: track swap');
  expect(lines).toContainEqual(expect.stringMatching(/^retried in 7\.\d s$/));
});

test('logs that an event was dropped, and the reason', async () => {
  const { world, lines, tracker } = open();
  world.server.answer = () => ({ kind: 'rejected', reason: 'invalid', detail: 'no such type' });
  tracker.track('swap');
  await world.clock.turn(2_000);
  expect(lines).toContain('rejected: track swap');
  expect(lines).toContainEqual(
    expect.stringMatching(/^dropped [0-9a-f-]{36} \(invalid\): no such/),
  );
});

test('delivers events also where there is no log', async () => {
  const world = createWorld();
  const { tracker } = openPage(world);
  tracker.track('swap');
  await world.clock.turn(2_000);
  await settle();
  expect(world.server.names()).toEqual(['swap']);
});
