// Receives batches: a repeated event is acknowledged only once the original is durable; a failure acknowledges nothing.
import { describe, expect, it } from 'vitest';
import type { ForgottenPeople } from '../../../src/server/events/drop-forgotten.js';
import { createEnricher } from '../../../src/server/events/enrich.js';
import type { Journal } from '../../../src/server/events/journal/journal.js';
import type { QuarantinedEvent } from '../../../src/server/events/quarantine.js';
import { createRecentIds } from '../../../src/server/events/recent-ids.js';
import { type BatchCounts, createEventsService } from '../../../src/server/events/service.js';

const event = (messageId: string | null, changes: Readonly<Record<string, unknown>> = {}) => ({
  type: 'page',
  channel: 'web',
  version: '0',
  anonymous_id: 'visitor',
  message_id: messageId,
  ...changes,
});

/** A service on a journal whose writes the test completes. */
const createService = (
  quarantineDisk = async () => {},
  onAppend = () => {},
  forgotten?: Omit<ForgottenPeople, 'refresh'>,
) => {
  const rows: string[] = [];
  const pending: { resolve(): void; reject(error: Error): void }[] = [];
  const refused: QuarantinedEvent[] = [];
  const batches: BatchCounts[] = [];
  let woken = 0;
  const journal: Journal = {
    append: (added) => {
      onAppend();
      rows.push(...added);
      return new Promise((resolve, reject) => pending.push({ resolve, reject }));
    },
    isReady: async () => true,
    bytes: () => 0,
    oldestAt: () => undefined,
    unreleased: () => [],
    hasFull: () => false,
    cut: async () => undefined,
    release: async () => {},
  };
  const service = createEventsService({
    journal,
    quarantine: {
      append: async (events) => {
        await quarantineDisk();
        refused.push(...events);
      },
    },
    recentIds: createRecentIds(),
    ...(forgotten === undefined ? {} : { forgotten }),
    enrich: createEnricher(),
    dailySalt: () => 'salt',
    onRows: () => woken++,
    onBatch: (counts) => batches.push(counts),
    now: () => Date.UTC(2026, 0, 1),
  });
  const ids = () => rows.map((row) => JSON.parse(row).message_id);
  return { service, ids, pending, refused, batches, woken: () => woken };
};

/** Whether a promise is settled after all pending microtasks. */
const isSettled = async (promise: Promise<unknown>): Promise<boolean> => {
  let settled = false;
  promise.then(
    () => (settled = true),
    () => (settled = true),
  );
  await new Promise((resolve) => setImmediate(resolve));
  return settled;
};

describe('receive', () => {
  it('answers after the write to disk, and then wakes the loader', async () => {
    const { service, pending, woken } = createService();
    const answer = service.receive([event('1')], 'p');
    expect(await isSettled(answer)).toBe(false);
    expect(woken()).toBe(0);
    pending[0]?.resolve();
    expect(await answer).toEqual({ successful_rows: 1, quarantined_rows: 0 });
    expect(woken()).toBe(1);
  });

  it('makes a repeated event wait for its original, and fail with it', async () => {
    const { service, pending, ids } = createService();
    const original = service.receive([event('1')], 'p');
    const repeat = service.receive([event('1'), event('2')], 'p');
    expect(ids()).toEqual(['1', '2']);
    pending[1]?.resolve();
    expect(await isSettled(repeat)).toBe(false);
    pending[0]?.reject(new Error('disk full'));
    await expect(original).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await expect(repeat).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });

    const again = service.receive([event('1'), event('2')], 'p');
    expect(ids()).toEqual(['1', '2', '1']);
    pending[2]?.resolve();
    expect(await again).toEqual({ successful_rows: 2, quarantined_rows: 0 });
    expect(await service.receive([event('1')], 'p')).toMatchObject({ successful_rows: 1 });
    expect(ids()).toHaveLength(3);
  });

  it('stores the same id in two projects, and every event without an id', async () => {
    const { service, pending, ids } = createService();
    const answers = [
      service.receive([event('1'), event(null), event(null)], 'p'),
      service.receive([event('1')], 'q'),
    ];
    for (const { resolve } of pending) resolve();
    await Promise.all(answers);
    expect(ids()).toHaveLength(4);
    expect(new Set(ids()).size).toBe(3);
  });

  it('drops events of a person who is deleted while refused events are written', async () => {
    const forgotten = new Set<string>();
    const quarantineDisk = async () => void forgotten.add('visitor');
    const people = {
      has: (row: { readonly anonymous_id: string }) => forgotten.has(row.anonymous_id),
      hasRefused: () => false,
      timesLearnt: () => forgotten.size,
    };
    const { service, pending, ids, batches } = createService(quarantineDisk, () => {}, people);
    const others = event('2', { anonymous_id: 'other' });
    const answer = service.receive([event('1'), others, others, event('3', { type: 'x' })], 'p');
    expect(await isSettled(answer)).toBe(false);
    expect(ids()).toEqual(['2']);
    pending[0]?.resolve();
    expect(await answer).toEqual({ successful_rows: 3, quarantined_rows: 1 });
    expect(batches).toEqual([{ accepted: 1, duplicated: 1, quarantined: 1, forgotten: 1 }]);
  });

  it('checks each row once for deleted people when nobody was deleted meanwhile', async () => {
    const looked: string[] = [];
    const people = {
      has: (row: { readonly message_id: string }) => looked.push(row.message_id) < 0,
      hasRefused: () => false,
      timesLearnt: () => 0,
    };
    const { service, pending, ids } = createService(undefined, () => {}, people);
    const answer = service.receive([event('1'), event('2'), event('3', { type: 'x' })], 'p');
    expect(await isSettled(answer)).toBe(false);
    pending[0]?.resolve();
    await answer;
    expect(ids()).toEqual(['1', '2']);
    expect(looked).toEqual(['1', '2']);
  });

  it('quarantines invalid events with their reason, and refuses a batch without valid ones', async () => {
    const { service, pending, refused } = createService();
    const answer = service.receive([event('1'), event('2', { type: 'x' })], 'p');
    expect(await isSettled(answer)).toBe(false);
    pending[0]?.resolve();
    expect(await answer).toEqual({ successful_rows: 1, quarantined_rows: 1 });
    expect(refused).toEqual([
      {
        project_id: 'p',
        received_at: '2026-01-01T00:00:00.000Z',
        reason: expect.stringMatching(/^type must be one of "page"/),
        event: event('2', { type: 'x' }),
      },
    ]);
    const allBad = service.receive([event('3', { anonymous_id: null })], 'p');
    await expect(allBad).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'No event is valid: anonymous_id is required on channel web.',
    });
    expect(refused).toHaveLength(2);
  });

  it('stores nothing of a batch whose invalid events cannot be quarantined, so that it is sent again', async () => {
    let isFull = true;
    const { service, pending, ids } = createService(async () => {
      if (isFull) throw new Error('disk full');
    });
    const batch = [event(null), event('2', { type: 'x' })];
    await expect(service.receive(batch, 'p')).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    expect(ids()).toEqual([]);
    isFull = false;
    const again = service.receive(batch, 'p');
    expect(await isSettled(again)).toBe(false);
    pending[0]?.resolve();
    expect(await again).toEqual({ successful_rows: 1, quarantined_rows: 1 });
    expect(ids()).toHaveLength(1);
  });

  it('answers SERVICE_UNAVAILABLE when a segment cannot be created', async () => {
    const { service } = createService(undefined, () => {
      throw new Error('too many open files');
    });
    for (const batch of [[event('1')], [event('1'), event('2', { type: 'x' })]]) {
      await expect(service.receive(batch, 'p')).rejects.toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
      });
    }
  });

  it('quarantines an event at which the server itself fails, with the reason', async () => {
    const refused: QuarantinedEvent[] = [];
    const enrich = createEnricher();
    const service = createEventsService({
      journal: { append: async () => {} },
      quarantine: { append: async (events) => void refused.push(...events) },
      recentIds: createRecentIds(),
      enrich: (one, arrival) => {
        if (one.message_id === '1') throw new RangeError('Invalid time value');
        return enrich(one, arrival);
      },
      dailySalt: () => 'salt',
      onRows: () => {},
    });
    expect(await service.receive([event('1'), event('2')], 'p')).toEqual({
      successful_rows: 1,
      quarantined_rows: 1,
    });
    expect(refused[0]?.reason).toBe('event could not be read by the server: Invalid time value');
  });

  it('quarantines an event that is nested too deeply to be serialised', async () => {
    const { service, pending } = createService();
    let properties: Record<string, unknown> = {};
    for (let depth = 0; depth < 100_000; depth++) properties = { properties };
    const answer = service.receive([event('1'), event('2', { properties })], 'p');
    expect(await isSettled(answer)).toBe(false);
    pending[0]?.resolve();
    expect(await answer).toEqual({ successful_rows: 1, quarantined_rows: 1 });
  });
});

it('waits for a daily salt that is still loading', async () => {
  const sessionsWith = async (salt: string | Promise<string>) => {
    const rows: string[] = [];
    const service = createEventsService({
      journal: { append: async (added) => void rows.push(...added) },
      quarantine: { append: async () => {} },
      recentIds: createRecentIds(),
      enrich: createEnricher(),
      dailySalt: () => salt,
      onRows: () => {},
      now: () => Date.UTC(2026, 0, 1),
    });
    await service.receive([event('1')], 'p', { address: '192.0.2.7' });
    return rows.map((row) => JSON.parse(row).session_id);
  };
  expect(await sessionsWith(Promise.resolve('a'))).toEqual(await sessionsWith('a'));
  expect(await sessionsWith(Promise.resolve('b'))).not.toEqual(await sessionsWith('a'));
});
