// Events that the disk refused, when the service ends before they are delivered.
import { rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ServerPlatform } from '../../src/node/server-tracker.js';
import type { CommonServerOptions } from '../../src/node/server-tracker-types.js';
import { openSpool } from '../../src/node/spool/open-spool.js';
import { createSpoolStart } from '../../src/node/start-spool.js';
import {
  createTemporaryDirectory,
  type TemporaryDirectory,
} from '../support/temporary-directory.js';
import { openService } from './support/open-service.js';

let folder: TemporaryDirectory;
beforeEach(async () => {
  folder = await createTemporaryDirectory();
});
afterEach(() => folder.remove());

/** A service on this folder, and `fill`, which makes its disk full or frees it. */
const open = (
  platform: Partial<ServerPlatform> = {},
  options: Partial<CommonServerOptions> = {},
) => {
  let isFull = false;
  const settings = { directory: folder.path, maxBytes: 1_000_000, fsync: false };
  const spool = createSpoolStart(settings, (options) => {
    const real = openSpool(options);
    return { ...real, write: (event, isGiven) => !isFull && real.write(event, isGiven) };
  });
  return {
    ...openService(options, { spool, ...platform }),
    fill: (isNow: boolean) => {
      isFull = isNow;
    },
  };
};

/** A service with one event on the disk and one that the disk refused, while the server is down. */
const openRefused = async () => {
  const service = open();
  service.server.answer = () => ({ kind: 'retry' });
  expect(await service.tracker.track('Kept')).toBe('stored');
  service.fill(true);
  expect(await service.tracker.track('Refused', {}, { messageId: 'refused' })).toBe('queued');
  return service;
};

const close = async ({ tracker, clock }: ReturnType<typeof open>) => {
  const closed = tracker.close({ timeoutMs: 50 });
  await clock.turn(1_000);
  await closed;
};

/** The names of the events that the next process finds and sends. */
const left = async () => {
  const next = open();
  const flushed = next.tracker.flush();
  await next.clock.turn(500);
  await flushed;
  await close(next);
  return next.server.names();
};

it('reports events that the disk still refuses as dropped, and leaves the others to the next process', async () => {
  const service = await openRefused();
  await close(service);
  expect(service.drops).toMatchObject([{ reason: 'closed', messageId: 'refused' }]);
  expect(service.tracker.stats()).toMatchObject({ accepted: 2, queued: 1, dropped: { closed: 1 } });
  expect(await left()).toEqual(['Kept']);
});

it('stores them once the disk has room again', async () => {
  const service = await openRefused();
  service.fill(false);
  await close(service);
  expect(service.drops).toEqual([]);
  expect(service.tracker.stats()).toMatchObject({ accepted: 2, queued: 2 });
  expect(await left()).toEqual(['Kept', 'Refused']);
});

it('ends the service although its folder was replaced by a file', async () => {
  let isReleased = false;
  const service = open({
    release: () => {
      isReleased = true;
    },
  });
  rmSync(folder.path, { recursive: true });
  writeFileSync(folder.path, '');
  await close(service);
  expect(isReleased).toBe(true);
  expect(service.faults).toMatchObject([{ code: 'storage' }]);
});

it('with `await`, callers wait when the disk refuses events and memory is full', async () => {
  const service = open({}, { whenFull: 'await', maxQueueEvents: 4 });
  service.fill(true);
  service.server.answer = () => ({ kind: 'retry' });
  const calls = ['1', '2', '3'].map((name) => service.tracker.track(name));
  const last = calls.pop();
  expect(await Promise.all(calls)).toEqual(['queued', 'queued']);
  let isTaken = false;
  void last?.then(() => {
    isTaken = true;
  });
  await service.clock.turn(10);
  expect(isTaken).toBe(false);
  service.server.answer = () => ({ kind: 'delivered' });
  await service.clock.turn(60_000);
  expect(isTaken).toBe(true);
  await close(service);
  expect(service.server.names()).toEqual(['1', '2', '3']);
  expect(service.drops).toEqual([]);
});
