// Events move between disk and memory: none is skipped, and none is counted twice.
import { expect, it } from 'vitest';
import { openSpool } from '../../src/node/spool/open-spool.js';
import type { Spool } from '../../src/node/spool-port.js';
import { createSpoolStart } from '../../src/node/start-spool.js';
import { createCleanup } from '../support/cleanup.js';
import { createTestDirectory } from '../support/temporary-directory.js';
import { openService } from './support/open-service.js';

const cleanUp = createCleanup();

const open = async (
  options: Parameters<typeof openService>[0],
  { maxBytes = 1_000_000, ...changes }: Partial<Spool> & { readonly maxBytes?: number } = {},
) => {
  const settings = { directory: await createTestDirectory(cleanUp), maxBytes, fsync: false };
  const spool = createSpoolStart(settings, (given) => ({ ...openSpool(given), ...changes }));
  const service = openService(options, { spool });
  cleanUp(async () => {
    const closed = service.tracker.close({ timeoutMs: 1 });
    await service.clock.turn(10);
    await closed;
  });
  return service;
};

it('a new event waits behind older ones that are only on the disk', async () => {
  const options = { maxQueueEvents: 4, maxBatchEvents: 1, concurrency: 1, flushAt: 1 };
  const { tracker, server, clock } = await open(options);
  const answers = [{ kind: 'delivered' as const }];
  server.answer = () => answers.pop() ?? { kind: 'retry', afterMs: 60_000 };
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  for (const name of names) void tracker.track(name);
  await clock.turn(100);
  expect(server.names()).toEqual(['a']);
  void tracker.track('late');
  server.answer = () => ({ kind: 'delivered' });
  await clock.turn(120_000);
  expect(server.names()).toEqual([...names, 'late']);
  expect(tracker.stats()).toMatchObject({ accepted: 7, delivered: 7, queued: 0, dropped: {} });
});

it('events that the disk drops to stay within maxBytes are also dropped from memory, once', async () => {
  const { tracker, server, clock, drops } = await open({ maxQueueEvents: 10 }, { maxBytes: 8_000 });
  server.answer = () => ({ kind: 'retry', afterMs: 60_000 });
  const ids = Array.from({ length: 60 }, (_, index) => `id${index}`);
  for (const messageId of ids) void tracker.track('Swap', {}, { messageId });
  await clock.turn(100);
  server.answer = () => ({ kind: 'delivered' });
  await clock.turn(120_000);
  const gone = drops.map(({ messageId }) => messageId);
  expect(new Set(gone)).toEqual(new Set(ids.slice(0, gone.length)));
  expect(gone.length).toBeGreaterThan(10);
  expect([...gone, ...server.kept.keys()].sort()).toEqual([...ids].sort());
  expect(tracker.stats()).toMatchObject({ accepted: 60, queued: 0 });
});

it.each([
  [true, 'stored'],
  [false, 'queued'],
])('if the disk reports an event as safe: %s, it counts as %s', async (isSafe, called) => {
  const { tracker } = await open({}, { synced: async () => isSafe });
  expect(await tracker.track('Swap')).toBe(called);
});
