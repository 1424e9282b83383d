// Requests on a connection that is still open while the server stops.
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { jsonResponse } from '../../../src/server/http/page-route.js';
import { createCleanup } from '../../support/cleanup.js';
import { eventually, PATIENCE_MS } from '../../support/eventually.js';
import { startApp } from './app-under-test.js';

const cleanUp = createCleanup();

it('a request is answered as usual, and then the connection is closed', async () => {
  const ends: (() => void)[] = [];
  const handle = () =>
    new Promise<ReturnType<typeof jsonResponse>>((resolve) => {
      ends.push(() => resolve(jsonResponse('slow')));
    });
  const app = await startApp({ pages: [{ method: 'GET', path: '/slow', handle }] });
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  cleanUp(async () => socket.destroy());
  let text = '';
  socket.on('data', (data) => {
    text += data;
  });
  const ask = async () => {
    const count = ends.length + 1;
    socket.write('GET /slow HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await eventually(() => ends.length === count);
  };

  await ask();
  const closed = app.close(PATIENCE_MS);
  await ask();
  for (const end of ends) end();
  await once(socket, 'close');
  await closed;
  const [first, second] = text.split(/(?<=")(?=HTTP)/);
  expect(first).toMatch(/^HTTP\/1\.1 200 /);
  expect(second).toMatch(/^HTTP\/1\.1 200 /);
  expect(second).toMatch(/^x-content-type-options: nosniff/im);
  expect(second).toMatch(/^connection: close/im);
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
