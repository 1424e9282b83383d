// What is no HTTP request gets an answer that a client can read all the same.
import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, expect, it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { type AppUnderTest, startApp } from './app-under-test.js';

const cleanUp = createCleanup();
let app: AppUnderTest;

beforeAll(async () => {
  app = await startApp();
  cleanUp(app.close);
});

/** Everything that the server says to a text, until it ends the connection. */
const say = async (text: string): Promise<string> => {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    answer += part;
  });
  socket.write(text);
  await once(socket, 'close');
  return answer;
};

it.each([
  ['a broken request line', 'GET\r\n\r\n', '400 Bad Request', 'no valid HTTP'],
  ['a header without a name', 'GET / HTTP/1.1\r\n: x\r\n\r\n', '400 Bad Request', 'no valid HTTP'],
  ['another protocol', '\u0016\u0003\u0001\r\n\r\n', '400 Bad Request', 'no valid HTTP'],
  [
    'headers beyond their bound',
    `POST /v0/raw_events HTTP/1.1\r\nhost: x\r\nx-large: ${'a'.repeat(70_000)}\r\n\r\n`,
    '431 Request Header Fields Too Large',
    '16 KB',
  ],
])('answers %s', async (_, text, status, error) => {
  const [head = '', body = ''] = (await say(text)).split('\r\n\r\n');
  expect(head).toContain(`HTTP/1.1 ${status}`);
  expect(head).toContain('content-type: application/json');
  expect(JSON.parse(body)).toEqual({ error: expect.stringContaining(error) });
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
});
