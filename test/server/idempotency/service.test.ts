// What a write under a key does where its row is deleted between two statements.
import { expect, it } from 'vitest';
import type { ApplicationSql } from '../../../src/server/database/ports.js';
import { createIdempotency } from '../../../src/server/idempotency/service.js';

const REQUEST = { workspaceId: 'ws_1', key: 'k', fingerprint: 'f' };

/** A database where the key is another's for so many looks, and is gone whenever one looks whose. */
const freed = (looks: number) => {
  let claims = 0;
  const query = async (text: string) => {
    if (!text.includes('INSERT INTO idempotency_keys')) return text.includes('UPDATE') ? [{}] : [];
    claims += 1;
    return claims > looks ? [{}] : [];
  };
  const sql = { query } as ApplicationSql;
  return { ...sql, together: <T>(work: (sql: ApplicationSql) => Promise<T>) => work(sql) };
};

const once = (looks: number) =>
  createIdempotency({ database: freed(looks), ttlMs: 60_000 }).once(REQUEST, async () => ({
    status: 201,
    body: '{}',
  }));

it('is run once the key is free, however often it was freed just then', async () => {
  expect(await once(4)).toEqual({ status: 201, body: '{}', isReplay: false });
});

it('is answered as running where the key is never to be had', async () => {
  await expect(once(5)).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
});
