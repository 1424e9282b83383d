// Calls of an RPC endpoint: how its errors are classified, and that no error reveals its URL.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, it } from 'vitest';
import { createRpc, RpcError } from '../../../src/server/contracts/logs/json-rpc.js';
import { createCleanup } from '../../support/cleanup.js';

const cleanUp = createCleanup();
const SECRET = 'k3y-of-somebody';
let port = 0;
let answer: { status: number; body: string; headers?: Record<string, string> };
let asked: IncomingMessage | undefined;

beforeAll(async () => {
  const server = createServer((request, response) => {
    asked = request;
    request.resume().on('end', () => {
      const { status, body, headers = {} } = answer;
      response.writeHead(status, headers).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp(() => server.close());
  ({ port } = server.address() as AddressInfo);
});

const call = (url = `http://127.0.0.1:${port}/v3/${SECRET}`) =>
  createRpc({ url, signal: new AbortController().signal })('eth_getLogs', []);

const failureOf = async (calling: Promise<unknown>): Promise<RpcError> => {
  const error = await calling.then(
    () => undefined,
    (thrown) => thrown,
  );
  if (!(error instanceof RpcError)) throw new Error(`No RpcError: ${error}`);
  expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain(SECRET);
  expect(error.message).not.toContain(String(port));
  expect(error.cause).toBe(undefined);
  return error;
};

const refusal = (message: string, code = -32_000) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message } });

it.each([
  [200, refusal('query returned more than 10000 results', -32_005), 'answered'],
  [400, refusal('eth_getLogs is limited to a 500 range'), 'answered'],
  [200, refusal(`block range too wide for ${SECRET}`), 'answered'],
  [413, 'too large', 'answered'],
  [403, '{"error":"daily quota exceeded"}', 'busy'],
  [200, refusal('daily request quota exceeded', -32_005), 'busy'],
  [429, refusal('rate limit'), 'busy'],
  [429, refusal('project ID request rate exceeded', -32_005), 'busy'],
  [429, 'slow down', 'busy'],
  [500, '<html>', 'unreachable'],
  [401, '{"message":"no"}', 'unreachable'],
  [200, '{}', 'unreachable'],
  [200, 'null', 'unreachable'],
] as const)('the answer %d with %s is %s', async (status, body, kind) => {
  answer = { status, body };
  expect((await failureOf(call())).kind).toBe(kind);
});

it('a refused connection is unreachable', async () => {
  const error = await failureOf(call(`http://127.0.0.1:1/${SECRET}`));
  expect([error.kind, error.message]).toEqual([
    'unreachable',
    expect.stringContaining('could not be reached'),
  ]);
});

it('a redirect is not followed', async () => {
  answer = { status: 302, body: '', headers: { location: 'http://127.0.0.1:1/' } };
  expect((await failureOf(call())).kind).toBe('unreachable');
});

it('a timeout counts as answered, so that a smaller range is tried', async () => {
  const server = createServer(() => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port: silent } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${silent}/${SECRET}`;
  const { signal } = new AbortController();
  const rpc = createRpc({ url, signal, timeoutMs: 1 });
  expect((await failureOf(rpc('eth_getLogs', []))).kind).toBe('answered');
});

it('credentials in the URL are sent in a header', async () => {
  answer = { status: 200, body: '{"jsonrpc":"2.0","id":1,"result":[]}' };
  const url = `http://user:p%40ss@127.0.0.1:${port}/`;
  expect(await call(url)).toEqual([]);
  expect(asked?.headers.authorization).toBe(`Basic ${btoa('user:p@ss')}`);
});

it('a % in the credentials that is not an escape is taken literally', async () => {
  answer = { status: 200, body: '{"jsonrpc":"2.0","id":1,"result":[]}' };
  expect(await call(`http://us%er:100%@127.0.0.1:${port}/`)).toEqual([]);
  expect(asked?.headers.authorization).toBe(`Basic ${btoa('us%er:100%')}`);
});

it('credentials that a node repeats decoded are not shown', async () => {
  answer = { status: 200, body: refusal('who is user-of-us with p@ssword of us?') };
  const url = `http://user%2Dof-us:p%40ssword%20of%20us@127.0.0.1:${port}/`;
  expect((await failureOf(call(url))).message).toContain('who is … with …?');
});

it('of two secrets with a common prefix, the longer one is removed completely', async () => {
  answer = { status: 200, body: refusal('no key-of-us-and-more') };
  const url = `http://127.0.0.1:${port}/key-of-us/key-of-us-and-more`;
  expect((await failureOf(call(url))).message).toContain('no …');
  expect((await failureOf(call(url))).message).not.toContain('more');
});

it.each([
  ['{"code":-32000,"message":"no\\u0000logs"}', 'refused (-32000): no logs'],
  ['{"code":{"toString":1},"message":{"toString":1}}', 'refused (): '],
  [`{"code":"${'9'.repeat(1_000)}","message":"no"}`, `refused (${'9'.repeat(20)}): no`],
])('unusual errors of a node are reduced to what can be stored: %s', async (error, told) => {
  answer = { status: 200, body: `{"error":${error}}` };
  const { kind, message } = await failureOf(call());
  expect([kind, message]).toEqual(['answered', `eth_getLogs: the node ${told}`]);
});

it('a null result is a result', async () => {
  answer = { status: 200, body: '{"jsonrpc":"2.0","id":1,"result":null}' };
  expect(await call()).toBe(null);
});
