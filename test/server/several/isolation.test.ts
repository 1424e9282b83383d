// Two workspaces on two real server processes: no operation shows or changes data of the other workspace.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '../../../src/protocol/route.js';
import { SCOPES, type Scope } from '../../../src/protocol/scopes.js';
import { createCleanup } from '../../support/cleanup.js';
import { eventually } from '../../support/eventually.js';
import { says, startScriptedModel } from '../../support/scripted-model.js';
import { type ServerPair, startServerPair } from '../../support/server-pair.js';
import {
  type Call,
  keyedOperations,
  ofProject,
  type Resources,
  segment,
  validCall,
} from '../../support/valid-calls.js';
import { openWorkspace, SHARED_WALLET, type TestWorkspace } from './workspace.js';

const cleanUp = createCleanup();
/** Is contained in everything that the other workspace stores. */
const MARK = 'theirs';
const THEIR_WALLET = '0x00000000000000000000000000000000000000bb';
const OUR_WALLET = '0x00000000000000000000000000000000000000cc';
/** One for both workspaces, whose sums of each day are compared: a full hour, which no midnight follows soon. */
const START = Math.floor(Date.now() / 3_600_000 - 1) * 3_600_000;
const LAST = { date_to: new Date(START).toISOString().slice(0, 10) };

interface Side {
  readonly workspace: TestWorkspace;
  readonly resources: Resources;
}

let pair: ServerPair;
let ours: Side;
let theirs: Side;

/** A workspace with events of its own wallet and of the shared one, labels, an import and boards. */
const fill = async (name: string, address: string): Promise<Side> => {
  const workspace = await openWorkspace(pair, name);
  const { done, writeKey } = workspace;
  const event = (minute: number, fields: object) => ({
    original_timestamp: new Date(START + minute * 60_000).toISOString(),
    channel: 'web',
    version: '0',
    anonymous_id: `${name} visitor`,
    session_id: `${name} session`,
    user_id: `${name} user`,
    message_id: crypto.randomUUID(),
    ...fields,
  });
  const context = {
    page_url: `https://${name}.example/${name}`,
    page_path: `/${name}`,
    referrer: `https://${name}.example/`,
    utm_source: name,
  };
  const swap = { type: 'track', event: 'swap', properties: { revenue: 7, plan: name }, context };
  const body = [
    event(0, { type: 'page', context, address }),
    event(1, { ...swap, address }),
    event(2, { ...swap, address: SHARED_WALLET }),
    event(3, { type: 'identify', address: SHARED_WALLET, properties: { twitter: name } }),
  ];
  await done({ method: 'POST', path: '/v0/raw_events', body });
  const addresses = [address, SHARED_WALLET];
  for (const path of addresses.map((wallet) => `/v0/profiles/${wallet}/labels`)) {
    await done({ method: 'POST', path, body: { tag_id: name, value: name } });
  }
  await done({ method: 'POST', path: '/v0/import', body: { addresses, writeKey } });
  await eventually(async () => {
    const query = 'SELECT address FROM events';
    const answer = await done({ method: 'POST', path: '/v0/query', body: { query } });
    expect(answer).toMatchObject({ total: body.length });
    // The sums by day are written a moment after the events, and the profiles after both.
    expect(await done({ method: 'GET', path: '/v0/top_sources' })).toMatchObject({ rows: 1 });
    const profiles = await done({ method: 'POST', path: '/v0/profiles', body: {} });
    expect(profiles).toMatchObject({ data: [{ revenue: 7 }, { revenue: 7 }] });
  });
  return { workspace, resources: await workspace.makeResources() };
};

beforeAll(async () => {
  const model = await startScriptedModel();
  cleanUp(model.close);
  model.answer(says('SELECT * FROM events'));
  pair = await startServerPair(cleanUp, {
    CHAT_URL: model.url,
    CHAT_MODEL: 'any',
    RATE_LIMIT_PER_SECOND: '0',
  });
  theirs = await fill(MARK, THEIR_WALLET);
  ours = await fill('ours', OUR_WALLET);
});

const answerOf = async (side: Side, call: Call) => {
  const response = await side.workspace.ask(1, call);
  return { status: response.status, text: await response.text() };
};

const expectNothingOfTheirs = (text: string): void => {
  const { projectId, boardId, chartId, emptyBoardId, segmentId } = theirs.resources;
  const { contractAddress } = theirs.resources;
  const ids = [projectId, boardId, chartId, emptyBoardId, segmentId, contractAddress];
  for (const secret of [MARK, THEIR_WALLET, ...ids]) {
    expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
  }
};

/** The rows of the other workspace, with their names and ids replaced by ours. */
const asOurs = (text: string): unknown =>
  JSON.parse(
    text
      .replaceAll(theirs.resources.projectId, ours.resources.projectId)
      .replaceAll(MARK, 'ours')
      .replaceAll(/0x0{38}bb/gi, OUR_WALLET),
  ).data;

const isRead = ({ credential, method }: Route): boolean =>
  credential.kind === 'api_key' && (credential.scope?.endsWith(':read') ?? method === 'GET');

const reads = keyedOperations.filter(([, route]) => isRead(route));
const writes = keyedOperations.filter(([, route]) => !isRead(route));

/** All data that the other workspace can read, without statistics, which contain durations. */
const everythingOfTheirs = async (): Promise<readonly unknown[]> => {
  const answers: unknown[] = [];
  for (const [operation] of reads) {
    const { status, text } = await answerOf(theirs, validCall(operation, theirs.resources, LAST));
    expect(status, `${operation}: ${text}`).toBe(200);
    const { statistics, ...answer } = JSON.parse(text);
    answers.push([operation, answer]);
  }
  return answers;
};

describe.each(reads)('%s', (operation, route) => {
  it('shows no data of another workspace, which that workspace itself sees', async () => {
    const mine = await answerOf(ours, validCall(operation, ours.resources, LAST));
    expect(mine.status, mine.text).toBe(200);
    expectNothingOfTheirs(mine.text);
    const seen = await answerOf(theirs, validCall(operation, theirs.resources, LAST));
    expect(seen.status, seen.text).toBe(200);
    // Both teams did the same, so both count the same, and neither the sum of the two.
    if (route.tag === 'Analytics') expect(asOurs(seen.text)).toEqual(JSON.parse(mine.text).data);
    else expect(seen.text).toContain(MARK);
  });

  it('finds neither ids nor projects of another workspace', async () => {
    const call = validCall(operation, { ...theirs.resources, address: THEIR_WALLET });
    const { status, text } = await answerOf(ours, call);
    const isNamed = call.path.includes(theirs.resources.projectId) || route.params !== undefined;
    expect(status, text).toBe(isNamed ? 404 : 200);
    if (!isNamed) expectNothingOfTheirs(text);
    if (route.query?.properties?.project_id === undefined) return;
    const inTheirs = { ...call, path: ofProject(call.path, theirs.resources.projectId) };
    expect((await answerOf(ours, inTheirs)).status).toBe(404);
  });
});

/** Ids of the same form as in `resources` that do not exist. */
const madeUp = (resources: Resources): Resources => {
  const other = (text: string): string => text.replace(/.{6}$/, 'c0ffee');
  const { projectId, boardId, chartId, emptyBoardId, segmentId, alertId } = resources;
  return {
    ...resources,
    projectId: other(projectId),
    boardId: other(boardId),
    chartId: other(chartId),
    emptyBoardId: other(emptyBoardId),
    segmentId: other(segmentId),
    alertId: other(alertId),
    contractAddress: other(resources.contractAddress),
    address: '0x00000000000000000000000000000000c0ffee01',
  };
};

it('an id of another workspace has the same answer as an unknown id', async () => {
  const nobodys = madeUp(theirs.resources);
  const known = { ...theirs.resources, address: THEIR_WALLET };
  const plain = (text: string, resources: Resources): string =>
    Object.values(resources).reduce(
      (rest, id) => rest.replaceAll(new RegExp(id, 'gi'), '…'),
      text.replaceAll(/req_\w+/g, ''),
    );
  for (const [operation, { path, query }] of keyedOperations) {
    if (!path.includes('{') && query?.properties?.project_id === undefined) continue;
    const theirCall = validCall(operation, known);
    if (theirCall.path === validCall(operation, nobodys).path) continue;
    const asked = await answerOf(ours, theirCall);
    const missing = await answerOf(ours, validCall(operation, nobodys));
    expect(asked.status, `${operation}: ${asked.text}`).toBe(missing.status);
    const [said, expected] = [plain(asked.text, known), plain(missing.text, nobodys)];
    // Other answers contain durations, which differ.
    if (asked.status === 404) expect(said, operation).toBe(expected);
  }
});

it('opens each operation only to keys with its scope, and to no write key', async () => {
  const { call: admin } = await pair.admin(0);
  const keyWithout = async (scope: Scope): Promise<string> => {
    const [area, kind] = scope.split(':');
    // A write scope includes the read scope of its area.
    const scopes = SCOPES.filter(
      (other) => other !== scope && !(kind === 'read' && other === `${area}:write`),
    );
    const { id: workspace } = await admin('workspace.create', { name: scope });
    await admin('project.create', { name: scope, workspace });
    return (await admin('keys.create', { name: scope, scopes, workspace })).api_key;
  };
  const keys = new Map<Scope, string>();
  for (const scope of SCOPES) keys.set(scope, await keyWithout(scope));
  for (const [operation, { credential }] of keyedOperations) {
    if (credential.kind !== 'api_key') continue;
    const { scope } = credential;
    const call = validCall(operation, ours.resources);
    const answerFor = async (key: string) => {
      const response = await ours.workspace.ask(0, call, { authorization: `Bearer ${key}` });
      return { operation, status: response.status, ...JSON.parse(await response.text()) };
    };
    const errorFor = async (key: string) => {
      const { error, ...answer } = await answerFor(key);
      return { ...answer, ...error };
    };
    if (scope === undefined) {
      // Each key sees the projects of its own workspace.
      for (const [name, key] of keys)
        expect(await answerFor(key)).toMatchObject({ status: 200, name, projects: [{ name }] });
    } else {
      expect(await errorFor(keys.get(scope) ?? '')).toMatchObject({
        operation,
        status: 403,
        code: 'FORBIDDEN',
        message: expect.stringContaining(scope),
      });
    }
    const { writeKey } = ours.workspace;
    expect(await errorFor(writeKey)).toMatchObject({
      operation,
      status: 401,
      code: 'UNAUTHORIZED',
    });
  }
  const event = { method: 'POST', path: '/v0/raw_events', body: [] };
  const authorization = `Bearer ${keys.get('query:read')}`;
  expect((await ours.workspace.ask(0, event, { authorization })).status).toBe(401);
});

it('an Idempotency-Key of another workspace has no effect', async () => {
  const headers = { 'idempotency-key': 'one for both' };
  const make = async (side: Side, title: string) => {
    const call = { ...validCall('createSegment', side.resources), body: segment(title) };
    const response = await side.workspace.ask(1, call, headers);
    const isReplay = response.headers.has('idempotency-replayed');
    return { status: response.status, isReplay, name: JSON.parse(await response.text()).name };
  };
  expect(await make(theirs, MARK)).toEqual({ status: 201, isReplay: false, name: MARK });
  expect(await make(ours, 'ours')).toEqual({ status: 201, isReplay: false, name: 'ours' });
});

it('no write reaches another workspace', async () => {
  const before = await everythingOfTheirs();
  for (const [operation, { path, query }] of writes) {
    const call = validCall(operation, { ...theirs.resources, address: THEIR_WALLET });
    const { status, text } = await answerOf(ours, call);
    // An import names its project by a write key, in its body.
    const isNamed = path.includes('{') || query?.properties?.project_id !== undefined;
    expect(status, `${operation}: ${text}`).toBe(isNamed ? 404 : 400);
    if (query?.properties?.project_id === undefined) continue;
    // The same write to the own project, about a wallet that the other workspace also has.
    const own = validCall(operation, { ...ours.resources, address: THEIR_WALLET });
    const written = await answerOf(ours, own);
    expect(written.status, written.text).toBeLessThan(300);
    expectNothingOfTheirs(written.text.replaceAll(/0x0+bb/gi, ''));
  }
  expect(await everythingOfTheirs()).toEqual(before);
});

it('queries return no row of another workspace, however they are written', async () => {
  const preview = `/v0/boards/${ours.resources.boardId}/charts/preview`;
  for (const table of ['events', 'sessions', 'wallet_profiles', 'labels']) {
    for (const query of [
      `SELECT * FROM ${table}`,
      `SELECT * FROM ${table} WHERE project_id = '${theirs.resources.projectId}'`,
      `SELECT count() AS c, uniq(project_id) AS projects FROM ${table}`,
    ]) {
      for (const [path, body] of [
        ['/v0/query', { query }],
        [preview, { chart_type: 'table', title: 'asked', query }],
      ] as const) {
        const { status, text } = await answerOf(ours, { method: 'POST', path, body });
        expect(status, text).toBe(200);
        expectNothingOfTheirs(text.replaceAll(/"0x0+bb"/gi, ''));
        const { data, error } = JSON.parse(text);
        expect(error).toBeUndefined();
        if (query.includes('WHERE')) expect(data).toEqual([]);
        if (query.includes('uniq')) expect(data).toMatchObject([{ projects: 1 }]);
      }
    }
  }
});
