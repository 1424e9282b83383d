// Malformed HTTP requests get an answer that a client can read.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { beforeAll, expect, it } from 'vitest';
import { createMalformedRequests } from '../../../src/server/http/malformed-request.js';
import { createCleanup } from '../../support/cleanup.js';
import { type AppUnderTest, startApp } from './app-under-test.js';

const cleanUp = createCleanup();
let app: AppUnderTest;

beforeAll(async () => {
  app = await startApp();
  cleanUp(app.close);
});

/** Sends a text, and returns everything that the server answers until it closes the connection. */
const say = async (text: string, port = Number(new URL(app.url).port)): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    answer += part;
  });
  socket.write(text);
  await once(socket, 'close');
  return answer;
};

it.each([
  ['a broken request line', 'GET\r\n\r\n', '400 Bad Request', 'not a valid HTTP'],
  [
    'a header without a name',
    'GET / HTTP/1.1\r\n: x\r\n\r\n',
    '400 Bad Request',
    'not a valid HTTP',
  ],
  ['another protocol', '\u0016\u0003\u0001\r\n\r\n', '400 Bad Request', 'not a valid HTTP'],
  [
    'headers above the limit',
    `POST /v0/raw_events HTTP/1.1\r\nhost: x\r\nx-large: ${'a'.repeat(70_000)}\r\n\r\n`,
    '431 Request Header Fields Too Large',
    '65536 bytes',
  ],
  [
    'an unknown Expect header',
    'POST /v0/raw_events HTTP/1.1\r\nhost: x\r\nexpect: 102-more\r\ncontent-length: 2\r\n\r\n[]',
    '417 Expectation Failed',
    'The value of the Expect header',
  ],
  [
    'a tunnel',
    'CONNECT example.com:443 HTTP/1.1\r\nhost: x\r\n\r\n',
    '501 Not Implemented',
    'CONNECT is not supported',
  ],
  [
    'a request without Host',
    'POST /v0/raw_events HTTP/1.1\r\nconnection: close\r\n\r\n',
    '400 Bad Request',
    'The Host header is missing.',
  ],
])('answers %s', async (_, text, status, error) => {
  const [head = '', body = ''] = (await say(text)).split('\r\n\r\n');
  expect(head).toContain(`HTTP/1.1 ${status}`);
  expect(head).toContain('content-type: application/json');
  expect(head).toMatch(/^x-request-id: \S+$/m);
  expect(JSON.parse(body)).toEqual({ error: expect.stringContaining(error) });
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
});

const REFUSED = {
  error: {
    code: 'BAD_REQUEST',
    message: expect.any(String),
    doc_url: expect.stringMatching(/\/errors#bad_request$/),
  },
};

it.each([
  ['an unknown Expect header', 'expect: 102-more\r\ncontent-length: 2\r\n\r\n{}', '417'],
  ['an invalid chunked body', 'transfer-encoding: chunked\r\n\r\nno length\r\n', '400'],
])('answers %s in the error format of the path, where it is known', async (_, rest, status) => {
  const request = `host: x\r\nx-request-id: mine\r\ncontent-type: application/json\r\n${rest}`;
  const [head = '', body = ''] = (
    await say(`POST /v0/query?x HTTP/1.1\r\nauthorization: Bearer ${app.apiKey}\r\n${request}`)
  ).split('\r\n\r\n');
  expect(head).toContain(`HTTP/1.1 ${status}`);
  expect(head).toContain('x-request-id: mine');
  expect(JSON.parse(body)).toEqual(REFUSED);
});

it('answers a missing body in the error format of the path, and incomplete headers in the plain one', async () => {
  const malformed = createMalformedRequests((url, error) => ({ url, error }));
  const server = createServer({ connectionsCheckingInterval: 20 });
  malformed.watch(server);
  // Only the body is late: the head has arrived by then, however slow the machine is.
  server.on('request', () => {
    server.headersTimeout = 100;
    server.requestTimeout = 100;
  });
  server.on('clientError', malformed.answer);
  server.listen(0, '127.0.0.1');
  cleanUp(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const head = 'POST /v0/query HTTP/1.1\r\nhost: x\r\n';
  const late = await say(`${head}content-length: 9\r\n\r\n{`, port);
  const error = 'The request did not arrive in time. Send it again.';
  expect(late).toContain('408 Request Timeout');
  expect(JSON.parse(late.split('\r\n\r\n')[1] ?? '')).toEqual({ url: '/v0/query', error });
  const headless = await say(head, port);
  expect(JSON.parse(headless.split('\r\n\r\n')[1] ?? '')).toEqual({ error });
});

it.each(['GET', 'CONNECT x:443 HTTP/1.1\r\nhost: x'])(
  'lets no caller of %j hold its connection open after the answer',
  async (request) => {
    const malformed = createMalformedRequests((url, error) => ({ url, error }), 50);
    const server = createServer();
    malformed.watch(server);
    server.on('clientError', malformed.answer);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    cleanUp(() => void socket.destroy());
    socket.write(`${request}\r\n\r\n`);
    await once(socket.resume(), 'end');
    // Resolves once no connection is left.
    await new Promise((resolve) => server.close(resolve));
  },
);

it('accepts HTTP/1.0 without Host, and refuses HTTP/1.1 in the error format of the path', async () => {
  expect(await say('GET /healthz HTTP/1.0\r\n\r\n')).toContain('200 OK');
  const answer = await say('GET /v0/top_events HTTP/1.1\r\nconnection: close\r\n\r\n');
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({
    error: { code: 'BAD_REQUEST', message: 'The Host header is missing.' },
  });
});

it('accepts the longest list of filters in the query string', async () => {
  const ask = (length: number) => {
    const value = Array.from({ length }, (_, index) => `/collections/item-${index}`);
    const filters = JSON.stringify([{ field: 'page', op: 'in', value }]);
    return app.api(`/v0/top_events?${new URLSearchParams({ filters })}`);
  };
  expect((await ask(1_000)).status).toBe(200);
  const refused = await ask(1_001);
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ error: { param: 'query.filters' } });
});

it('answers 431 also on a connection that was used before', async () => {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.setEncoding('utf8').write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
  expect(await once(socket, 'data')).toEqual([expect.stringContaining('200 OK')]);
  const answer = once(socket, 'data');
  socket.write(`GET /v0/top_events?filters=${'a'.repeat(70_000)} HTTP/1.1\r\nhost: x\r\n\r\n`);
  expect(await answer).toEqual([expect.stringContaining('431 Request Header Fields Too Large')]);
  await once(socket, 'close');
});

it('answers 413 before the whole body is sent, and then reads the rest and the next request', async () => {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.setEncoding('utf8');
  const whole = 3_000_000;
  socket.write(
    `POST /v0/query HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${app.apiKey}\r\n` +
      `content-type: application/json\r\ncontent-length: ${whole}\r\n\r\n`,
  );
  expect(await once(socket, 'data')).toEqual([expect.stringContaining('413 Payload Too Large')]);
  socket.write('x'.repeat(whole));
  const answer = once(socket, 'data');
  socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  expect(await answer).toEqual([expect.stringContaining('200 OK')]);
  await once(socket, 'close');
});

it('answers 404 before the body is sent', async () => {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.write(
    'POST /v0/nothing HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n',
  );
  expect(await once(socket.setEncoding('utf8'), 'data')).toEqual([
    expect.stringContaining('404 Not Found'),
  ]);
  socket.destroy();
});

it('does not send such an answer while another one is pending', async () => {
  const request = 'POST /v0/query HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
  const whole = `${request}authorization: Bearer ${app.apiKey}\r\ncontent-length: 2\r\n\r\n{}`;
  expect(await say(`${whole}GET\r\n\r\n`)).not.toContain('not a valid HTTP');
});
