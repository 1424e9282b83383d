// The routes of the demo: their answers, validation and headers.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createDemo } from '../../../src/server/demo/routes.js';
import { createRateLimiter, type RateWindow } from '../../../src/server/http/rate-limit.js';
import { createCleanup } from '../../support/cleanup.js';
import { createEventsTable, type TableEvent } from './events-table.js';

const VISITOR = '3f1b6a1e-8f0e-4a53-9a3c-0d4f7f1f2b11';
const STRANGER = '9c2a7a50-1111-4a53-9a3c-0d4f7f1f2b22';

const cleanUp = createCleanup();
let assetsDirectory = '';

beforeAll(async () => {
  assetsDirectory = await mkdtemp(join(tmpdir(), 'chaintrail-demo-routes-'));
  cleanUp(() => rm(assetsDirectory, { recursive: true }));
  const html = '<script data-write-key="{{writeKey}}"></script>{{publicUrl}}/chaintrail.js';
  await writeFile(join(assetsDirectory, 'demo.html'), html);
  await writeFile(join(assetsDirectory, 'demo.css'), 'body {}');
  await writeFile(join(assetsDirectory, 'demo.js'), 'start();');
});

interface DemoUnderTest {
  readonly writeKey?: string;
  readonly assetsDirectory?: string;
  readonly windows?: readonly RateWindow[];
}

function openDemo({ windows = [], ...options }: DemoUnderTest = {}) {
  const table = createEventsTable();
  const routes = createDemo({
    writeKey: 'a.b.c',
    projectId: 'project-1',
    publicUrl: () => 'https://events.example.com/',
    analytics: table.database,
    assetsDirectory,
    rateLimiter: createRateLimiter(windows),
    ...options,
  });
  const get = (path: string, query: Readonly<Record<string, unknown>> = {}) => {
    const route = routes.find((candidate) => candidate.path === path);
    if (route === undefined) throw new Error(`The demo has no route ${path}.`);
    return route.handle({ query, headers: {}, params: {} });
  };
  return { table, get };
}

const event = (id: string, changes: Partial<TableEvent> = {}): TableEvent => ({
  message_id: id,
  anonymous_id: VISITOR,
  type: 'page',
  event: '',
  user_id: '',
  address: '',
  timestamp: 1_760_000_000_000,
  properties: {},
  ...changes,
});

describe('the page', () => {
  it('contains the write key and the public URL', async () => {
    const { status, body } = await openDemo().get('/demo');
    expect(status).toBe(200);
    expect(body).toContain('data-write-key="a.b.c"');
    expect(body).toContain('</script>https://events.example.com/chaintrail.js');
  });

  it('escapes inserted values', async () => {
    const { body } = await openDemo({ writeKey: '"><img src=x>&' }).get('/demo');
    expect(body).toContain('data-write-key="&quot;&gt;&lt;img src=x&gt;&amp;"');
  });

  it('allows scripts, styles and requests of its own origin only', async () => {
    const { headers } = await openDemo().get('/demo');
    const policy = headers['content-security-policy']?.split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
      ]),
    );
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it('has its style sheet and its script', async () => {
    const { get } = openDemo();
    const styles = await get('/demo/demo.css');
    expect(styles.headers['content-type']).toBe('text/css; charset=utf-8');
    expect(styles.body).toBe('body {}');
    const script = await get('/demo/demo.js');
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(script.body).toBe('start();');
  });

  it('fails with a hint to build when its files are missing', async () => {
    const { get } = openDemo({ assetsDirectory: join(assetsDirectory, 'nowhere') });
    await expect(get('/demo')).rejects.toThrow(/nowhere.*cannot be read\. Run `npm run build`/);
  });
});

describe("a visitor's events", () => {
  it('are listed newest first, with times and properties as stored', async () => {
    const { table, get } = openDemo();
    table.insert([
      event('1', { properties: { path: '/demo' } }),
      event('2', { type: 'connect', address: '0xAbc', properties: { chain_id: 31337 } }),
    ]);
    const { status, headers, body } = await get('/demo/events', { anonymous_id: VISITOR });
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(JSON.parse(body).events).toMatchObject([
      { message_id: '2', type: 'connect', address: '0xAbc', properties: { chain_id: 31337 } },
      { message_id: '1', timestamp: '2025-10-09T08:53:20.000Z', properties: { path: '/demo' } },
    ]);
  });

  it('are counted in a funnel, each transaction once', async () => {
    const { table, get } = openDemo();
    const transaction = (id: string, status: string) =>
      event(id, { type: 'transaction', properties: { status, transaction_hash: '0x1' } });
    table.insert([
      event('1'),
      event('2'),
      event('3', { type: 'connect' }),
      transaction('4', 'broadcasted'),
      transaction('5', 'confirmed'),
    ]);
    const { body } = await get('/demo/events', { anonymous_id: VISITOR });
    expect(JSON.parse(body).funnel).toEqual({ pages: 2, connects: 1, transactions: 1 });
  });

  it('are queried with bound parameters, in one project, with FINAL', async () => {
    const { table, get } = openDemo();
    await get('/demo/events', { anonymous_id: VISITOR, limit: '7' });
    expect(table.statements).toHaveLength(2);
    for (const { sql, params } of table.statements) {
      expect(sql).toContain('FROM events FINAL');
      expect(sql).toContain('project_id = {project_id:String}');
      expect(sql).not.toContain(VISITOR);
      expect(params).toMatchObject({ project_id: 'project-1', anonymous_id: VISITOR });
    }
    expect(table.statements[0]?.params.limit).toBe(7);
  });

  it('are listed without properties of more than 20,000 characters', async () => {
    const { table, get } = openDemo();
    await get('/demo/events', { anonymous_id: VISITOR });
    expect(table.statements[0]?.sql).toContain('if(length(properties) <= 20000,');
  });

  it('are not shown for another anonymous id', async () => {
    const { table, get } = openDemo();
    table.insert([event('1')]);
    const { body } = await get('/demo/events', { anonymous_id: STRANGER });
    expect(JSON.parse(body)).toEqual({
      events: [],
      funnel: { pages: 0, connects: 0, transactions: 0 },
    });
  });

  it.each([[undefined], [''], ['not-a-uuid'], [`${VISITOR}x`], [[VISITOR, STRANGER]]])(
    'are refused for the anonymous id %j',
    async (anonymousId) => {
      const { table, get } = openDemo();
      const { status, body } = await get('/demo/events', { anonymous_id: anonymousId });
      expect(status).toBe(400);
      expect(JSON.parse(body).error).toContain('anonymous_id');
      expect(table.statements).toEqual([]);
    },
  );

  it.each([['0'], ['101'], ['-1'], ['1.5'], ['ten'], ['']])(
    'are refused for the limit %j',
    async (limit) => {
      const { status, body } = await openDemo().get('/demo/events', {
        anonymous_id: VISITOR,
        limit,
      });
      expect(status).toBe(400);
      expect(JSON.parse(body).error).toContain('limit');
    },
  );
});

it('limits the rate of requests for events, with Retry-After', async () => {
  const { get } = openDemo({ windows: [{ ms: 60_000, limit: 1 }] });
  const ask = () => get('/demo/events', { anonymous_id: VISITOR });
  expect((await ask()).status).toBe(200);
  const { status, headers, body } = await ask();
  expect(status).toBe(429);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(JSON.parse(body)).toEqual({
    error: expect.stringMatching(/^The demo gets too many requests/),
  });
  expect((await get('/demo')).status).toBe(200);
});
