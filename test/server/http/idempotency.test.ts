// Idempotency-Key over HTTP, with two apps on one application database, like two processes.
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createJoinedDatabase } from '../../../src/server/database/application/joined-database.js';
import { DomainError } from '../../../src/server/errors/domain-error.js';
import { createIdempotency } from '../../../src/server/idempotency/service.js';
import { createCleanup } from '../../support/cleanup.js';
import { eventually } from '../../support/eventually.js';
import { createTemporaryDirectory } from '../../support/temporary-directory.js';
import { openTestApplication } from '../database/application/open-test-application.js';
import { type AppUnderTest, startApp } from './app-under-test.js';
import { madeUpApi } from './made-up-routes.js';

const cleanUp = createCleanup();
const TTL_MS = 86_400_000;
/** Functions that a handler runs before it answers, by the name of the thing that it makes. */
const during = new Map<string, () => Promise<void>>();
let database: Awaited<ReturnType<typeof openTestApplication>>;
let apps: readonly [AppUnderTest, AppUnderTest];

/** An app that stores each thing it makes, so that tests can count executions. */
const start = async (keep: { ttlMs: number; lockMs?: number }): Promise<AppUnderTest> => {
  const joined = createJoinedDatabase(database);
  const app = await startApp({
    api: {
      idempotency: createIdempotency({ database: joined, ...keep }),
      ...madeUpApi(async (body) => {
        const { name } = body as { name: string };
        await joined.query('INSERT INTO things (name) VALUES ($1)', [name]);
        await during.get(name)?.();
        return { name };
      }),
    },
  });
  cleanUp(app.close);
  return app;
};

beforeAll(async () => {
  const directory = await createTemporaryDirectory();
  cleanUp(directory.remove);
  database = await openTestApplication({ directory: join(directory.path, 'application') });
  cleanUp(() => database.close());
  await database.query("INSERT INTO workspaces (id, name) VALUES ('ws_1', 'test')");
  await database.query('CREATE TABLE things (id serial, name text)');
  apps = [await start({ ttlMs: TTL_MS }), await start({ ttlMs: TTL_MS })];
});

interface Sent {
  readonly app?: AppUnderTest;
  readonly method?: string;
  readonly path?: string;
  readonly body?: string;
}

const send = async (key: string | undefined, name: string, sent: Sent = {}) => {
  const { app = apps[0], method = 'POST', path = '/v0/things' } = sent;
  const response = await fetch(`${app.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${app.apiKey}`,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(method === 'DELETE' ? {} : { 'content-type': 'application/json' }),
    },
    ...(method === 'DELETE' ? {} : { body: sent.body ?? JSON.stringify({ name }) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    text,
    ...(text === '' ? {} : { code: undefined, param: undefined, ...JSON.parse(text).error }),
    isReplay: response.headers.get('idempotency-replayed') === 'true',
  };
};

const madeOf = async (name: string): Promise<number> =>
  (await database.query('SELECT id FROM things WHERE name = $1', [name])).length;

describe('a repeated request', () => {
  it('gets the first answer from any process, and is not executed', async () => {
    expect(await send('once', 'once')).toMatchObject({ status: 201, isReplay: false });
    for (const app of apps) {
      const again = await send('once', 'once', { app });
      expect(again).toEqual({
        status: 201,
        text: '{"name":"once"}',
        code: undefined,
        isReplay: true,
      });
    }
    expect(await madeOf('once')).toBe(1);
  });

  it('may have another order of keys and a trailing slash', async () => {
    await send('same', 'same', { body: '{"name":"same","size":1}' });
    const again = { path: '/v0/things/', body: '{ "size": 1, "name": "same" }' };
    expect(await send('same', 'same', again)).toMatchObject({ status: 201, isReplay: true });
  });

  it('also gets an answer without a body', async () => {
    const sent = { method: 'DELETE', path: '/v0/things/a' };
    expect(await send('gone', '', sent)).toMatchObject({ status: 204, isReplay: false });
    expect(await send('gone', '', sent)).toMatchObject({ status: 204, text: '', isReplay: true });
  });

  it.each([
    ['body', { body: '{"name":"other"}' }],
    ['path', { path: '/v0/things?a=1' }],
    ['method', { method: 'DELETE', path: '/v0/things/a' }],
  ])('with another %s is refused', async (what, sent) => {
    await send(`other ${what}`, 'mismatch');
    expect(await send(`other ${what}`, 'mismatch', sent)).toMatchObject({
      status: 400,
      code: 'INVALID_IDEMPOTENCY_KEY',
      param: 'headers.idempotency-key',
    });
  });

  it('with two keys is refused and not executed', async () => {
    const [app] = apps;
    const sent = request(`${app.url}/v0/things`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${app.apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': ['one', 'other'],
      },
    });
    const answered = once(sent, 'response');
    sent.end('{"name":"twofold"}');
    const [answer] = await answered;
    expect(answer.statusCode).toBe(400);
    expect(JSON.parse((await answer.toArray()).join('')).error).toMatchObject({
      code: 'INVALID_IDEMPOTENCY_KEY',
      message: expect.stringContaining('is given more than once'),
    });
    expect(await madeOf('twofold')).toBe(0);
  });

  it('without a key is executed again', async () => {
    await send(undefined, 'keyless');
    await send(undefined, 'keyless');
    expect(await madeOf('keyless')).toBe(2);
  });

  it('is executed again once the answer has expired', async () => {
    const app = await start({ ttlMs: 1 });
    await send('short', 'expired', { app });
    await eventually(async () => !(await send('short', 'expired', { app })).isReplay);
    expect(await madeOf('expired')).toBeGreaterThan(1);
  });
});

describe('a key', () => {
  it.each([
    ['', 400],
    [' ', 400],
    ['k'.repeat(256), 400],
    ['k'.repeat(255), 201],
  ])('%j is answered with %i', async (key, status) => {
    expect((await send(key, 'form')).status).toBe(status);
  });
});

describe('a failure', () => {
  it.each([
    ['a 4xx', new DomainError('CONFLICT', 'There is one.'), 409],
    ['a 5xx', new Error('unforeseen'), 500],
  ])('with %s is not stored, rolls back, and frees the key', async (what, error, status) => {
    during.set(what, () => Promise.reject(error));
    expect(await send(what, what)).toMatchObject({ status, isReplay: false });
    expect(await madeOf(what)).toBe(0);
    during.delete(what);
    expect(await send(what, what)).toMatchObject({ status: 201, isReplay: false });
    expect(await madeOf(what)).toBe(1);
  });

  it('of validation does not use up the key', async () => {
    expect((await send('typo', '')).code).toBe('INVALID_VALIDATION_REQUEST');
    expect((await send('typo', 'fixed')).status).toBe(201);
  });
});

describe('parallel requests', () => {
  it('with one key run once, and the others get the answer or IDEMPOTENCY_IN_PROGRESS', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        send('burst', 'burst', { app: apps[index % 2 === 0 ? 0 : 1] }),
      ),
    );
    const runs = answers.map(({ status, code, isReplay }) =>
      isReplay ? 'replay' : status === 201 ? 'run' : String(code),
    );
    expect(runs.filter((run) => run === 'run')).toHaveLength(1);
    const others = runs.filter((run) => run !== 'run');
    for (const other of others) expect(['replay', 'IDEMPOTENCY_IN_PROGRESS']).toContain(other);
    expect(await madeOf('burst')).toBe(1);
    expect((await send('burst', 'burst')).isReplay).toBe(true);
  });

  it('get 409 until the lock expires, as after a crash', async () => {
    const crashed = createIdempotency({
      database: {
        query: database.query,
        together: () => new Promise(() => {}),
      },
      ttlMs: TTL_MS,
      lockMs: 60_000,
    });
    // The fingerprint does not matter, because there is no first answer.
    const lost = { workspaceId: 'ws_1', key: 'crash', fingerprint: 'lost' };
    void crashed.once(lost, () => new Promise(() => {}));
    await eventually(
      async () =>
        (await database.query("SELECT 1 FROM idempotency_keys WHERE key = 'crash'")).length === 1,
    );
    await expect(
      crashed.once(lost, async () => ({ status: 200, body: null })),
    ).rejects.toMatchObject({
      code: 'IDEMPOTENCY_IN_PROGRESS',
    });
    // As if the time of the lock had passed.
    await database.query(
      "UPDATE idempotency_keys SET locked_until = locked_until - interval '1 minute' WHERE key = 'crash'",
    );
    expect((await send('crash', 'crash')).status).toBe(201);
    expect(await madeOf('crash')).toBe(1);
  });

  it('are rolled back when they have lost the lock', async () => {
    const joined = createJoinedDatabase(database);
    const slow = createIdempotency({ database: joined, ttlMs: TTL_MS, lockMs: 60_000 });
    const request = { workspaceId: 'ws_1', key: 'slow', fingerprint: 'f' };
    const late = slow.once(request, async () => {
      await joined.query("INSERT INTO things (name) VALUES ('late')");
      await joined.query("UPDATE idempotency_keys SET holder = 'another' WHERE key = 'slow'");
      return { status: 201, body: null };
    });
    await expect(late).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
    expect(await madeOf('late')).toBe(0);
  });

  it('succeed exactly once for each key', async () => {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.boolean(), fc.boolean()), {
          minLength: 1,
          maxLength: 12,
        }),
        async (sends) => {
          const run = `round ${++round}`;
          const failing = new Set<string>();
          for (const [key, , fails] of sends) if (fails) failing.add(`${run} ${key}`);
          for (const name of failing) {
            during.set(name, async () => {
              during.delete(name);
              throw new Error('the first one fails');
            });
          }
          await Promise.all(
            sends.map(([key, second]) =>
              send(`${run} ${key}`, `${run} ${key}`, { app: apps[second ? 1 : 0] }),
            ),
          );
          for (const key of new Set(sends.map(([key]) => key))) {
            const name = `${run} ${key}`;
            await eventually(async () => (await send(name, name)).status === 201);
            expect(await madeOf(name)).toBe(1);
          }
        },
      ),
      { numRuns: 8 },
    );
  });
});
