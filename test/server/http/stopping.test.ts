// Requests on a connection that is still open while the server stops.
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { DomainError } from '../../../src/server/errors/domain-error.js';
import { jsonResponse } from '../../../src/server/http/page-route.js';
import { createCleanup } from '../../support/cleanup.js';
import { eventually, PATIENCE_MS } from '../../support/eventually.js';
import { startApp } from './app-under-test.js';

const cleanUp = createCleanup();

it.each([
  ['an answer', 200, async () => jsonResponse('slow')],
  ['an error', 404, async () => Promise.reject(new DomainError('NOT_FOUND', 'slow'))],
])('%s is given as usual, and then the connection is closed', async (_, status, answer) => {
  const ends: (() => void)[] = [];
  const handle = () =>
    new Promise<ReturnType<typeof jsonResponse>>((resolve) => {
      ends.push(() => resolve(answer()));
    });
  const app = await startApp({ pages: [{ method: 'GET', path: '/slow', handle }] });
  const { hostname, port } = new URL(app.url);
  const open = () => {
    const socket = connect(Number(port), hostname);
    cleanUp(async () => socket.destroy());
    const texts: string[] = [];
    socket.on('data', (data) => texts.push(String(data)));
    const ask = async () => {
      const count = ends.length + 1;
      socket.write('GET /slow HTTP/1.1\r\nhost: localhost\r\n\r\n');
      await eventually(() => ends.length === count);
    };
    return { ask, closed: once(socket, 'close'), text: () => texts.join('') };
  };
  const [one, two] = [open(), open()];

  await one.ask();
  await two.ask();
  const closed = app.close(PATIENCE_MS);
  await two.ask();
  for (const end of ends) end();
  await Promise.all([one.closed, two.closed]);
  await closed;
  const [first, second] = two.text().split(/(?<=["}])(?=HTTP)/);
  for (const text of [one.text(), first, second])
    expect(text?.split(' ', 2)[1]).toBe(String(status));
  for (const last of [one.text(), second]) {
    expect(last).toMatch(/^x-content-type-options: nosniff/im);
    expect(last).toMatch(/^connection: close/im);
  }
});

it('a request is cut off when its answer takes too long', async () => {
  let isAsked = false;
  const handle = () => {
    isAsked = true;
    return new Promise<ReturnType<typeof jsonResponse>>(() => {});
  };
  const app = await startApp({ pages: [{ method: 'GET', path: '/never', handle }] });
  const answer = fetch(`${app.url}/never`).catch(() => 'cut');
  await eventually(() => isAsked);
  await app.close();
  expect(await answer).toBe('cut');
});
