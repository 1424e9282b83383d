// Every answer in the OpenAPI document can occur, and Prism confirms that it matches the document.
import { beforeAll, expect, it } from 'vitest';
import { MAX_BODY_BYTES } from '../../../src/protocol/limits.js';
import { createOpenApi } from '../../../src/protocol/openapi.js';
import type { Route } from '../../../src/protocol/route.js';
import { type Operation, routes } from '../../../src/protocol/routes.js';
import { SCOPES, type Scope } from '../../../src/protocol/scopes.js';
import { DatabaseUnavailableError } from '../../../src/server/database/database-errors.js';
import { fingerprintOf } from '../../../src/server/http/idempotency-key.js';
import { createCleanup } from '../../support/cleanup.js';
import { findingsOf, startPrism } from '../../support/prism.js';
import { keyedOperations, ofProject, validCall } from '../../support/valid-calls.js';
import { anEvent, startApp } from './app-under-test.js';
import { startWholeApp, type WholeApp } from './whole-app.js';

const cleanUp = createCleanup();
const TOO_LARGE = JSON.stringify({ text: 'x'.repeat(MAX_BODY_BYTES) });
const { paths } = createOpenApi('http://127.0.0.1');
let whole: WholeApp;
let proxy: string;

beforeAll(async () => {
  whole = await startWholeApp();
  cleanUp(whole.close);
  const prism = await startPrism(whole.app.url);
  cleanUp(prism.stop);
  proxy = prism.url;
});

const documentedStatuses = ({ method, path }: Route): readonly number[] =>
  Object.keys(paths[path]?.[method.toLowerCase()]?.responses ?? {}).map(Number);

/** A request. */
interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent without Prism, because Prism itself answers requests that it cannot parse. */
  readonly isDirect?: true;
}

const sentOf = async (operation: Operation): Promise<Sent> => {
  const { method, path, body } = validCall(operation, await whole.makeResources());
  const key = operation === 'ingestEvents' ? whole.app.writeKey : whole.app.apiKey;
  return {
    method,
    path,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
};

const withHeader = (sent: Sent, name: string, value: string): Sent => ({
  ...sent,
  headers: { ...sent.headers, [name]: value },
});

/** Makes a part of the request invalid. */
const invalid = (sent: Sent, route: Route): Sent => {
  if (route.body !== undefined) return { ...sent, body: '{' };
  if (route.idempotent) return withHeader(sent, 'idempotency-key', ' ');
  const entry = Object.entries(route.query?.properties ?? {}).find(
    ([, { type, format, enum: values }]) => (type === 'integer' || format) ?? values,
  );
  if (entry !== undefined) return { ...sent, path: `${route.path}?${entry[0]}=wrong` };
  return { ...sent, path: route.path.replace(/\{\w+\}/, '%zz'), isDirect: true };
};

/** Names a missing resource, or a missing project for operations that take one. */
const missing = (sent: Sent, route: Route): Sent =>
  route.query?.properties?.project_id === undefined
    ? { ...sent, path: route.path.replaceAll(/\{\w+\}/g, 'missing') }
    : { ...sent, path: ofProject(sent.path, 'missing') };

const held = async (sent: Sent): Promise<Sent> => {
  const key = crypto.randomUUID();
  const body = sent.body === undefined ? undefined : JSON.parse(sent.body);
  await whole.holdKey(key, fingerprintOf({ method: sent.method, url: sent.path, body }));
  return withHeader(sent, 'idempotency-key', key);
};

const broken = (sent: Sent, failure: Error): Sent => {
  whole.state.failure = failure;
  return sent;
};

const otherScope = ({ credential }: Route): Scope =>
  SCOPES.find((scope) => credential.kind !== 'api_key' || scope !== credential.scope) ?? SCOPES[0];

/** How to provoke each status. */
const PROVOKE: Readonly<Record<number, (sent: Sent, route: Route) => Sent | Promise<Sent>>> = {
  400: invalid,
  401: (sent) => withHeader(sent, 'authorization', 'Bearer ct_nobody'),
  402: ({ headers: { authorization, ...headers }, ...sent }) => ({ ...sent, headers }),
  403: (sent, route) =>
    withHeader(sent, 'authorization', `Bearer ${whole.app.addApiKey([otherScope(route)])}`),
  404: missing,
  409: held,
  413: (sent) => ({ ...sent, body: TOO_LARGE }),
  415: (sent) => withHeader(sent, 'content-type', 'text/html'),
  429: (sent) => {
    whole.state.isRateExceeded = true;
    return sent;
  },
  500: (sent) => broken(sent, new Error('unforeseen')),
  503: (sent) => broken(sent, new DatabaseUnavailableError('away')),
};

const ask = async ({ isDirect, path, ...init }: Sent): Promise<number> => {
  const response = await fetch(`${isDirect ? whole.app.url : proxy}${path}`, init);
  expect(findingsOf(response)).toEqual([]);
  await response.arrayBuffer();
  return response.status;
};

it.each(keyedOperations)('%s gives every described answer', async (name, route) => {
  const statuses = documentedStatuses(route);
  const takesInput = (route.params ?? route.query ?? route.body) !== undefined;
  const hasScope = route.credential.kind === 'api_key' && route.credential.scope !== undefined;
  const always = [route.status, 401, 429, 500, 503];
  expect(statuses).toEqual(expect.arrayContaining(always));
  expect([statuses.includes(400), statuses.includes(403)]).toEqual([takesInput, hasScope]);
  for (const status of statuses) {
    const sent = await sentOf(name);
    const provoke = status === route.status ? async () => sent : PROVOKE[status];
    if (provoke === undefined) throw new Error(`Say how ${name} comes to answer ${status}`);
    const got = await ask(await provoke(sent, route));
    delete whole.state.failure;
    whole.state.isRateExceeded = false;
    expect(got, `${name} ${status}`).toBe(status);
  }
});

it('ingestEvents gives every described answer', async () => {
  const { status: success } = routes.ingestEvents;
  const sent = await sentOf('ingestEvents');
  const limited = await startApp({ eventRequestsPerSecond: 1 });
  const full = await startApp({ maxJournalBytes: 2_000 });
  full.behind.failure = new DatabaseUnavailableError('away');
  const faulty = await startApp();
  for (const { close } of [limited, full, faulty]) cleanUp(close);
  Object.defineProperty(faulty.behind, 'writeKeys', {
    get: () => {
      throw new Error('unforeseen');
    },
  });
  const events = () => JSON.stringify([anEvent({ properties: { pad: 'x'.repeat(1_000) } })]);
  // The answers of these three are checked by test/support/check-answers.ts.
  const statusOf = async (app: typeof limited) => (await app.send(events())).status;
  await limited.send(events());
  for (let sends = 0; sends < 2; sends++) await full.send(events());
  const ways: Readonly<Record<number, () => Promise<number>>> = {
    [success]: () => ask(sent),
    400: () => ask({ ...sent, body: '[{"type":"x"}]' }),
    401: () => ask(withHeader(sent, 'authorization', 'Bearer wrong')),
    413: () => ask({ ...sent, body: TOO_LARGE }),
    415: () => ask(withHeader(sent, 'content-type', 'text/html')),
    429: () => statusOf(limited),
    500: () => statusOf(faulty),
    503: () => statusOf(full),
  };
  for (const status of documentedStatuses(routes.ingestEvents)) {
    expect(await ways[status]?.(), `ingestEvents ${status}`).toBe(status);
  }
});
