// Bodies that are sent slowly by many callers do not fill the memory, and others are answered meanwhile.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { type AppUnderTest, anEvent, startApp } from './app-under-test.js';

const cleanUp = createCleanup();

const start = async (mostReceivedBytes: number) => {
  const app = await startApp({ parts: { mostReceivedBytes } });
  cleanUp(app.close);
  return app;
};

/** A request whose body is as long as `length`, of which `part` is sent. */
const begin = async (app: AppUnderTest, path: string, length: number, part: string) => {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  cleanUp(async () => socket.destroy());
  await once(socket, 'connect');
  const key = path === '/v0/raw_events' ? app.writeKey : app.apiKey;
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: x',
    `authorization: Bearer ${key}`,
    'content-type: application/json',
    `content-length: ${length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${part}`);
  return socket;
};

const answerOf = async (socket: Socket): Promise<string> => {
  const [text] = await once(socket, 'data');
  return String(text);
};

it.each([
  ['/v0/raw_events', '{"error":"Too many bodies are being received'],
  ['/v0/query', '{"error":{"code":"SERVICE_UNAVAILABLE"'],
])(
  'the body that began first is given up, here of %s, and a later one is read',
  async (path, error) => {
    const app = await start(60_000);
    const slow = await begin(app, path, 50_000, ' '.repeat(40_000));
    const answer = answerOf(slow);
    // By then the first one has begun: its key is checked before its body is read.
    await app.send('[]');
    const event = JSON.stringify([anEvent({ properties: { a: 'x'.repeat(30_000) } })]);
    const later = await begin(app, '/v0/raw_events', event.length, event.slice(0, -1));
    expect(await answer).toMatch(/^HTTP\/1.1 503 /);
    expect(await answer).toContain('retry-after: 5');
    expect(await answer).toContain(error);
    later.write(event.slice(-1));
    expect(await answerOf(later)).toContain('"successful_rows":1');
    // The rest of the first one is read and thrown away, and its connection answers again.
    slow.write(' '.repeat(10_000));
    slow.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
    expect(await answerOf(slow)).toMatch(/^HTTP\/1.1 200 /);
  },
);

it('what has arrived, was refused, or whose caller is gone no longer counts', async () => {
  const app = await start(60_000);
  const event = JSON.stringify([anEvent({ properties: { a: 'x'.repeat(40_000) } })]);
  // It would be given up as soon as the others counted together.
  const slow = await begin(app, '/v0/raw_events', event.length, event.slice(0, 10_000));
  for (let n = 0; n < 2; n++) {
    expect((await app.send(event)).status).toBe(200);
    expect((await app.send('x'.repeat(40_000))).status).toBe(400);
    expect((await app.send('x'.repeat(40_000), { 'content-type': 'text/html' })).status).toBe(415);
    const gone = await begin(app, '/v0/raw_events', 50_000, ' '.repeat(30_000));
    gone.destroy();
    await once(gone, 'close');
  }
  const large = await begin(app, '/v0/raw_events', 2_100_000, '');
  expect(await answerOf(large)).toMatch(/^HTTP\/1.1 413 /);
  large.write(`${' '.repeat(2_100_000)}GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n`);
  expect(await answerOf(large)).toMatch(/^HTTP\/1.1 200 /);
  slow.write(event.slice(10_000));
  expect(await answerOf(slow)).toContain('"successful_rows":1');
});

it('a body in parts of one byte counts for what is kept of each', async () => {
  const app = await start(60_000);
  const slow = await begin(app, '/v0/raw_events', 50_000, '[');
  slow.setNoDelay(true);
  const answer = answerOf(slow);
  const drip = setInterval(() => slow.write(' '), 1);
  cleanUp(async () => clearInterval(drip));
  expect(await answer).toMatch(/^HTTP\/1.1 503 /);
});
