// Stored answers of idempotent requests: how long they are kept, and deleting people from them.
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { createJoinedDatabase } from '../../../src/server/database/application/joined-database.js';
import { createForgetInAnswers } from '../../../src/server/idempotency/forget-ids.js';
import { createIdempotency, type Idempotency } from '../../../src/server/idempotency/service.js';
import { createIdempotencyStore } from '../../../src/server/idempotency/store.js';
import { createCleanup } from '../../support/cleanup.js';
import { eventually } from '../../support/eventually.js';
import { createTemporaryDirectory } from '../../support/temporary-directory.js';
import { openTestApplication } from '../database/application/open-test-application.js';

const cleanUp = createCleanup();
let database: Awaited<ReturnType<typeof openTestApplication>>;
let idempotency: Idempotency;

beforeAll(async () => {
  const directory = await createTemporaryDirectory();
  cleanUp(directory.remove);
  database = await openTestApplication({ directory: join(directory.path, 'application') });
  cleanUp(() => database.close());
  await database.query("INSERT INTO workspaces (id, name) VALUES ('ws_1', 'test')");
  await database.query(
    "INSERT INTO projects (id, workspace_id, name) VALUES ('prj_1', 'ws_1', 'p')",
  );
  idempotency = createIdempotency({
    database: createJoinedDatabase(database),
    ttlMs: 86_400_000,
    sweepEveryMs: 1,
  });
});

/** How often each request was executed. */
const done = new Map<string, number>();
const send = (key: string, name: string) =>
  idempotency.once({ workspaceId: 'ws_1', key, fingerprint: name }, async () => {
    done.set(name, (done.get(name) ?? 0) + 1);
    return { status: 201, body: JSON.stringify({ name }) };
  });

it('deletes expired answers', async () => {
  await send('old', 'old');
  await send('young', 'young');
  await database.query(
    `UPDATE idempotency_keys SET stored_at = now() - interval '2 days', locked_until = now() - interval '2 days'
     WHERE key = 'old'`,
  );
  const kept = () => database.query('SELECT key FROM idempotency_keys');
  idempotency.sweeping.start();
  await eventually(async () => (await kept()).length === 1);
  await idempotency.sweeping.close();
  expect(await kept()).toEqual([{ key: 'young' }]);
});

it('deletes any number of expired answers in one sweep, except running ones', async () => {
  await database.query(
    `INSERT INTO idempotency_keys (workspace_id, key, fingerprint, holder, locked_until, stored_at)
     SELECT 'ws_1', 'many ' || n, '', '', now() - interval '2 days', now() - interval '2 days'
     FROM generate_series(1, 2500) AS n`,
  );
  // One of them is still running.
  await database.query(
    "UPDATE idempotency_keys SET locked_until = now() + interval '1 minute' WHERE key = 'many 7'",
  );
  await createIdempotencyStore(database, { ttlMs: 86_400_000, lockMs: 60_000 }).sweep();
  const many = "SELECT key FROM idempotency_keys WHERE key LIKE 'many %'";
  expect(await database.query(many)).toEqual([{ key: 'many 7' }]);
});

it('keeps neither an answer nor a lock that a clock stamped which was ahead by more than they last', async () => {
  const setBack = (by: string) =>
    database.query(
      `UPDATE idempotency_keys SET stored_at = stored_at + interval '${by}', locked_until = locked_until + interval '${by}'
       WHERE key LIKE 'ahead%'`,
    );
  const store = createIdempotencyStore(database, { ttlMs: 86_400_000, lockMs: 60_000 });
  const crashed = { workspaceId: 'ws_1', key: 'ahead, crashed', fingerprint: '' };
  await send('ahead', 'ahead');
  expect(await store.claim(crashed, 'first')).toBe(true);
  await setBack('30 seconds');
  expect(await send('ahead', 'ahead')).toMatchObject({ isReplay: true });
  expect(await store.claim(crashed, 'second')).toBe(false);
  await setBack('1 year');
  expect(await store.claim(crashed, 'third')).toBe(true);
  expect(await send('ahead', 'ahead')).toMatchObject({ isReplay: false });
  await setBack('1 year');
  await store.sweep();
  const ahead = "SELECT key FROM idempotency_keys WHERE key LIKE 'ahead%'";
  expect(await database.query(ahead)).toEqual([]);
});

it('keeps an answer for its time from the moment of completion', async () => {
  const store = createIdempotencyStore(database, { ttlMs: 86_400_000, lockMs: 60_000 });
  const request = { workspaceId: 'ws_1', key: 'slow', fingerprint: '' };
  const answer = { status: 201, body: '{}' };
  const backdate = () =>
    database.query(
      `UPDATE idempotency_keys
       SET stored_at = now() - interval '2 days', locked_until = now() - interval '2 days' WHERE key = 'slow'`,
    );
  expect(await store.claim(request, 'first')).toBe(true);
  await backdate();
  expect(await store.complete(request, 'first', answer)).toBe(true);
  expect(await store.claim(request, 'second')).toBe(false);
  // As after a commit whose answer was lost: the request is done, and must not run again.
  await store.release(request, 'first');
  expect(await store.find(request)).toEqual({ fingerprint: '', answer });
  // An expired key that was claimed again is running: neither swept nor answered with the old answer.
  await backdate();
  const other = { ...request, fingerprint: 'other' };
  expect(await store.claim(other, 'third')).toBe(true);
  expect(await store.claim(request, 'fourth')).toBe(false);
  await store.sweep();
  expect(await store.find(request)).toEqual({ fingerprint: 'other', answer: undefined });
  // A release frees only the claim of its own holder.
  await store.release(request, 'first');
  expect(await store.find(request)).toBeDefined();
  await store.release(request, 'third');
  expect(await store.find(request)).toBeUndefined();
});

it('deletes answers that contain a person, without running the requests again', async () => {
  const forget = createForgetInAnswers(database);
  await send('of a person', 'Ann@Example.com');
  await send('of another', 'Annette@example.com');
  await forget(['prj_other'], ['ann@example.com']);
  expect((await send('of a person', 'Ann@Example.com')).body).toContain('Ann@Example.com');
  // Ids of events may contain NUL, which Postgres does not accept in text.
  await forget(['prj_1'], ['an\0n', 'ann@example.com']);
  expect(await send('of a person', 'Ann@Example.com')).toEqual({
    status: 204,
    body: null,
    isReplay: true,
  });
  expect((await send('of another', 'Annette@example.com')).body).toContain('Annette');
  expect(done.get('Ann@Example.com')).toBe(1);
});
