// Several server processes on one Postgres and one ClickHouse act like one server.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCleanup } from '../support/cleanup.js';
import { eventually } from '../support/eventually.js';
import { fromRoot } from '../support/project.js';
import { run } from '../support/run.js';
import { SERVER_BIN } from '../support/server.js';
import { type ServerPair, startServerPair } from '../support/server-pair.js';

const cleanUp = createCleanup();
let pair: ServerPair;
/** The keys that one of the first starts printed; later starts do not print the API key. */
let keys: { readonly write: string; readonly api: string };

beforeAll(async () => {
  pair = await startServerPair(cleanUp);
  keys = { write: writeKeys()[0] ?? '', api: apiKeys()[0] ?? '' };
});

const printed = (what: RegExp): readonly string[] =>
  ([0, 1] as const).flatMap((index) => pair.server(index).output().match(what)?.[1] ?? []);

const writeKeys = () => printed(/write key:\s*(\S+)/i);
const apiKeys = () => printed(/API key:\s*(ct_\S+)/i);

const eventNamed = (name: string, fields: object = {}) => ({
  type: 'track',
  event: name,
  channel: 'web',
  version: '0',
  anonymous_id: randomUUID(),
  original_timestamp: new Date().toISOString(),
  sent_at: new Date().toISOString(),
  message_id: randomUUID(),
  ...fields,
});

const send = async (index: 0 | 1, events: readonly object[], key = keys.write): Promise<number> => {
  const response = await fetch(`${pair.server(index).url}/v0/raw_events`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'user-agent': 'a browser',
    },
    body: JSON.stringify(events),
  });
  await response.arrayBuffer();
  return response.status;
};

const hitsOf = async (index: 0 | 1, name: string): Promise<number> => {
  const response = await fetch(`${pair.server(index).url}/v0/top_events?limit=1000`, {
    headers: { authorization: `Bearer ${keys.api}` },
  });
  expect(response.status).toBe(200);
  const { data } = (await response.json()) as { data: { event: string; hits: number }[] };
  return data.find(({ event }) => event === name)?.hits ?? 0;
};

const expectHits = (name: string, hits: number) =>
  eventually(async () => {
    expect([await hitsOf(0, name), await hitsOf(1, name)]).toEqual([hits, hits]);
  });

const rowOf = async (sql: string): Promise<Readonly<Record<string, number>>> => {
  const answer = await pair.front.engine.run([], `${sql} FORMAT JSON`);
  return JSON.parse(new TextDecoder().decode(answer)).data[0];
};

/** Counts the stored rows, merged or not. */
const storedAsLoaded = (name: string) =>
  rowOf(`SELECT count() AS events, uniqExact(message_id) AS ids
    FROM chaintrail.events WHERE event = '${name}'`);

/** Without an id from the sender, a session ends with its day. */
const stored = (name: string) =>
  rowOf(`SELECT uniqExact(session_id) AS sessions, count() AS events,
      uniqExact(toDate(received_at), toDate(timestamp)) AS days
    FROM chaintrail.events FINAL WHERE event = '${name}'`);

describe('servers that start together on empty databases', () => {
  it('create one workspace and one project, and print one API key and the same write key', async () => {
    for (const index of [0, 1] as const) {
      const { call } = await pair.admin(index);
      expect(await call('workspace.list', {})).toHaveLength(1);
      expect(await call('project.list', {})).toHaveLength(1);
    }
    expect(apiKeys()).toHaveLength(1);
    expect(new Set(writeKeys()).size).toBe(1);
  });

  it('apply each migration once', async () => {
    const applied = await (await pair.admin(0)).call('migrate', {});
    const names = applied.map(({ database, id }) => `${database} ${id}`);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('events', () => {
  it('sent to either server are read from both', async () => {
    const batch = () => Array.from({ length: 20 }, () => eventNamed('either'));
    expect(await Promise.all([send(0, batch()), send(1, batch())])).toEqual([200, 200]);
    await expectHits('either', 40);
  });

  it('sent again to the other server are stored once', async () => {
    const batch = Array.from({ length: 10 }, () => eventNamed('repeated'));
    expect(await Promise.all([send(0, batch), send(1, batch)])).toEqual([200, 200]);
    await expectHits('repeated', 10);
    // Events are loaded in order, so once this one is there, the repeated ones are loaded, too.
    await Promise.all([send(0, [eventNamed('after')]), send(1, [eventNamed('after')])]);
    await expectHits('after', 2);
    await expectHits('repeated', 10);
    expect(await storedAsLoaded('repeated')).toEqual({ events: 10, ids: 10 });
  });

  it('of one visitor are in one session, whichever server they reach', async () => {
    const visitor = { anonymous_id: randomUUID() };
    await send(0, [eventNamed('visited', visitor)]);
    await send(1, [eventNamed('visited', visitor)]);
    await expectHits('visited', 2);
    // One day, unless midnight came between the two.
    const { days, ...counts } = await stored('visited');
    expect(counts).toEqual({ sessions: days, events: 2 });
  });

  it('wait in the journal while ClickHouse is away, and are stored when it is back', async () => {
    pair.front.goAway(true);
    expect(await send(0, [eventNamed('waited')])).toBe(200);
    expect((await fetch(`${pair.server(0).url}/readyz`)).status).toBe(503);
    pair.front.goAway(false);
    await expectHits('waited', 1);
  });

  it('answered before a kill are stored by the next start', async () => {
    pair.front.goAway(true);
    expect(await send(1, [eventNamed('survived')])).toBe(200);
    await pair.kill(1);
    pair.front.goAway(false);
    await pair.start(1);
    await expectHits('survived', 1);
  });
});

describe('a project', () => {
  it('that is deleted on one server gets none of the events that wait on the other', async () => {
    const one = await pair.admin(0);
    const made = await one.call('project.create', { name: 'mistake' });
    pair.front.goAway(true);
    expect(await send(1, [eventNamed('mistaken')], made.write_key)).toBe(200);
    await pair.kill(1);
    pair.front.goAway(false);
    const key = (await one.call('writekey.list', {})).find(
      ({ project_id }) => project_id === made.id,
    );
    await one.call('writekey.revoke', { id: key?.id ?? '' });
    await one.call('project.delete', { id: made.id });
    await pair.start(1);
    // Events are loaded in order.
    await send(1, [eventNamed('kept')]);
    await expectHits('kept', 1);
    expect(await storedAsLoaded('mistaken')).toEqual({ events: 0, ids: 0 });
  });
});

describe('keys', () => {
  it('revoked on one server are refused by the other', async () => {
    const one = await pair.admin(0);
    const made = await one.call('keys.create', { name: 'short', scopes: ['query:read'] });
    const ask = () =>
      fetch(`${pair.server(1).url}/v0/top_events`, {
        headers: { authorization: `Bearer ${made.api_key}` },
      }).then(({ status }) => status);
    expect(await ask()).toBe(200);
    await one.call('keys.revoke', { id: made.id });
    expect(await ask()).toBe(401);
  });

  it('of a project that are created and revoked on one server work and end on the other', async () => {
    const one = await pair.admin(0);
    const made = await one.call('writekey.create', {});
    expect(await send(1, [eventNamed('keyed')], made.write_key)).toBe(200);
    await one.call('writekey.revoke', { id: made.id });
    await eventually(async () => {
      expect(await send(1, [eventNamed('keyed')], made.write_key)).toBe(401);
    });
  });
});

describe('a data folder', () => {
  it('belongs to one process, even if the databases are shared', async () => {
    const { status, output } = await run(process.execPath, [SERVER_BIN, 'serve'], {
      cwd: fromRoot(),
      env: { ...pair.env, PORT: '0', CHAINTRAIL_DATA: pair.folders[0] },
    });
    expect(status).toBe(1);
    expect(output).toContain('in use');
  });

  it('is not backed up where the databases are servers: the error names pg_dump', async () => {
    const directory = join(pair.folders[0], 'backup');
    await expect((await pair.admin(0)).call('backup', { directory })).rejects.toThrow('pg_dump');
  });
});
