// A write with an idempotency key whose row is deleted between two statements, or whose database goes away.
import { describe, expect, it, vi } from 'vitest';
import type { ApplicationSql } from '../../../src/server/database/ports.js';
import { createIdempotency } from '../../../src/server/idempotency/service.js';

const REQUEST = { workspaceId: 'ws_1', key: 'k', fingerprint: 'f' };

/** A database that answers statements by `query`, also within a transaction. */
const databaseOf = (query: (text: string, params?: readonly unknown[]) => Promise<object[]>) => {
  const sql = { query } as ApplicationSql;
  return { ...sql, together: <T>(work: (sql: ApplicationSql) => Promise<T>) => work(sql) };
};

const create = async () => ({ status: 201, body: '{}' });

/** A database in which claiming the key fails for `looks` times, while its row is already gone when read. */
const freed = (looks: number) => {
  let claims = 0;
  const query = async (text: string) => {
    if (!text.includes('INSERT INTO idempotency_keys')) return text.includes('UPDATE') ? [{}] : [];
    claims += 1;
    return claims > looks ? [{}] : [];
  };
  return databaseOf(query);
};

const once = (looks: number) =>
  createIdempotency({ database: freed(looks), ttlMs: 60_000 }).once(REQUEST, create);

it('runs once the key is free, after several attempts', async () => {
  expect(await once(4)).toEqual({ status: 201, body: '{}', isReplay: false });
});

it('rejects with IDEMPOTENCY_IN_PROGRESS where the key never becomes free', async () => {
  await expect(once(5)).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
});

type Moment = 'claim' | 'work' | 'never';

/** A database that keeps one key, and goes away at a moment of the first request. */
const outage = (goesAwayAt: Moment) => {
  let holder: unknown;
  let isAway = false;
  const query = async (text: string, params: readonly unknown[] = []) => {
    if (isAway) throw new Error('The connection was refused.');
    if (text.includes('INSERT INTO idempotency_keys')) {
      if (holder !== undefined) return [];
      holder = params[3];
      isAway = goesAwayAt === 'claim';
      if (isAway) throw new Error('The connection ended.');
      return [{ holder }];
    }
    if (text.startsWith('DELETE') && params[2] === holder) holder = undefined;
    return text.startsWith('SELECT') ? [{ fingerprint: 'f', status: null, body: null }] : [{}];
  };
  const idempotency = createIdempotency({ database: databaseOf(query), ttlMs: 60_000 });
  return {
    idempotency,
    isFree: () => holder === undefined,
    async cutShort() {
      const work = async () => {
        isAway = true;
        throw new Error('The connection ended.');
      };
      await expect(idempotency.once(REQUEST, work)).rejects.toThrow('The connection ended.');
      await expect(idempotency.once(REQUEST, work)).rejects.toThrow('The connection was refused.');
      isAway = false;
      goesAwayAt = 'never';
    },
  };
};

describe.each<Moment>(['claim', 'work'])('where the database went away during the %s', (moment) => {
  it('runs again at once', async () => {
    const { idempotency, cutShort } = outage(moment);
    await cutShort();
    const again = await idempotency.once(REQUEST, create);
    expect(again).toEqual({ status: 201, body: '{}', isReplay: false });
  });

  it('frees the key later, even if nobody sends the request again', async () => {
    const { idempotency, cutShort, isFree } = outage(moment);
    await cutShort();
    expect(isFree()).toBe(false);
    idempotency.sweeping.start();
    await vi.waitUntil(isFree);
    await idempotency.sweeping.close();
  });
});
