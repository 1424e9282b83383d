// Each example of the API reference works in a shell and gets the described answer.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { createOpenApi } from '../../../src/protocol/openapi.js';
import type { Route } from '../../../src/protocol/route.js';
import { type Operation, routes } from '../../../src/protocol/routes.js';
import { curl } from '../../../src/server/http/reference/curl.js';
import { createCleanup } from '../../support/cleanup.js';
import { says, startScriptedModel } from '../../support/scripted-model.js';
import { startServer, type TestServer } from '../../support/server.js';

const cleanUp = createCleanup();
let server: TestServer;
/** The variables of the shell. */
const variables: Record<string, string> = {};

beforeAll(async () => {
  const model = await startScriptedModel();
  cleanUp(model.close);
  model.answer(says('```sql\nSELECT count() AS events FROM events\n```'));
  server = await startServer({ CHAT_URL: model.url, CHAT_MODEL: 'm' });
  cleanUp(server.dispose);
  Object.assign(variables, { API_KEY: server.apiKey, WRITE_KEY: server.writeKey });
});

const run = promisify(execFile);
/** A shell function in place of curl, which may be missing; it prints its arguments as JSON. */
const AS_JSON = `curl() { node -e 'console.log(JSON.stringify(process.argv.slice(1)))' -- "$@"; }`;

/** The request that curl would send with these arguments. */
function requestOf(args: readonly string[]): Request {
  const headers = new Headers();
  const search = new URLSearchParams();
  let [method, address, body]: [string, string, string | undefined] = ['GET', '', undefined];
  for (let at = 0; at < args.length; at++) {
    const option = args[at] ?? '';
    const value = args[at + 1] ?? '';
    if (!option.startsWith('-')) address = option;
    else if (option !== '-G') at++;
    if (option === '-X') method = value;
    if (option === '-d') body = value;
    if (option === '--data-urlencode')
      search.append(...(value.split(/=(.*)/s, 2) as [string, string]));
    if (option === '-H') headers.append(...(value.split(': ', 2) as [string, string]));
  }
  const url = search.size > 0 ? `${address}?${search}` : address;
  return new Request(url, { method, headers, ...(body === undefined ? {} : { body }) });
}

const textOf = (name: Operation): string => {
  const { method, path } = routes[name];
  const operation = createOpenApi(server.url).paths[path]?.[method.toLowerCase()];
  if (operation === undefined) throw new Error(`There is no ${name}.`);
  return curl({ method: method.toLowerCase(), path, operation }, server.url);
};

const answerOf = async (name: Operation) => {
  const { stdout } = await run('sh', ['-c', `${AS_JSON}\n${textOf(name)}`], {
    env: { PATH: process.env.PATH, ...variables },
  });
  const response = await fetch(requestOf(JSON.parse(stdout)));
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
};

const names = Object.keys(routes) as Operation[];
const isDeletion = (name: Operation): boolean =>
  routes[name].method === 'DELETE' || name === 'forgetPerson';
/** Creations come first and deletions last, with charts deleted before their boards. */
const order = [
  ...(['ingestEvents', 'upsertLabels'] as const),
  ...names.filter((name) => name.startsWith('create')),
  ...names.filter((name) => !isDeletion(name) && !name.startsWith('create')),
  ...(['deleteChart', 'deleteBoard'] as const),
  ...names.filter(isDeletion),
].filter((name, at, all) => all.indexOf(name) === at);

const ID_OF: Partial<Record<Operation, string>> = {
  createBoard: 'BOARD_ID',
  createChart: 'CHART_ID',
  createSegment: 'SEGMENT_ID',
  createAlert: 'ALERT_ID',
};

describe('the example of', () => {
  it.each(order)('%s gets the described status', async (name) => {
    const { status, body } = await answerOf(name);
    expect(body ?? {}).not.toHaveProperty('error');
    expect(status).toBe((routes[name] as Route).status);
    const variable = ID_OF[name];
    if (variable !== undefined) variables[variable] = (body.data ?? body).id;
  });
});
