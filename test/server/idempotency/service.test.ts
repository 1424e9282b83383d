// A write with an idempotency key whose row is deleted between two statements.
import { expect, it } from 'vitest';
import type { ApplicationSql } from '../../../src/server/database/ports.js';
import { createIdempotency } from '../../../src/server/idempotency/service.js';

const REQUEST = { workspaceId: 'ws_1', key: 'k', fingerprint: 'f' };

/** A database in which claiming the key fails for `looks` times, while its row is already gone when read. */
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

it('runs once the key is free, after several attempts', async () => {
  expect(await once(4)).toEqual({ status: 201, body: '{}', isReplay: false });
});

it('rejects with IDEMPOTENCY_IN_PROGRESS where the key never becomes free', async () => {
  await expect(once(5)).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
});
