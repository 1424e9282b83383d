// A connection that sends many requests at once does not hold up the others.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { jsonResponse, type PageRoute } from '../../../src/server/http/page-route.js';
import { createCleanup } from '../../support/cleanup.js';
import { eventually } from '../../support/eventually.js';
import { startApp } from './app-under-test.js';

const cleanUp = createCleanup();
/** They fit into one packet of a local connection. */
const COUNT = 1_000;

const requests = (path: string, count: number) =>
  `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(count);

const open = async (url: string): Promise<Socket> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  cleanUp(async () => socket.destroy());
  await once(socket, 'connect');
  return socket;
};

/** An app whose page `/many` calls a function, given how often it was asked for. */
const startWith = async (onAsked: (count: number) => void) => {
  let count = 0;
  const many: PageRoute = {
    method: 'GET',
    path: '/many',
    async handle() {
      count += 1;
      onAsked(count);
      return jsonResponse(count);
    },
  };
  const app = await startApp({ pages: [many] });
  cleanUp(app.close);
  return { app, count: () => count };
};

it('another connection is answered between the requests of a packet, which are answered in order', async () => {
  let other: Socket | undefined;
  const { app, count } = await startWith((asked) => {
    if (asked === 1) other?.write(requests('/healthz', 1));
  });
  other = await open(app.url);
  const socket = await open(app.url);
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });

  socket.write(requests('/many', COUNT));
  await once(other, 'data');
  expect(count()).toBeLessThan(COUNT);

  const bodies = () => [...text.matchAll(/\r\n\r\n(\d+)/g)].map(([, body]) => Number(body));
  await eventually(() => bodies().length === COUNT);
  expect(bodies()).toEqual(Array.from({ length: COUNT }, (_, index) => index + 1));
});

it('requests of a connection that its caller has closed are not begun', async () => {
  let socket: Socket | undefined;
  const { app, count } = await startWith((asked) => {
    if (asked === 1) socket?.resetAndDestroy();
  });
  socket = await open(app.url);
  socket.write(requests('/many', COUNT));
  await once(socket, 'close');
  // The server hears of the end of one connection before it hears of a new one.
  await fetch(`${app.url}/healthz`);
  const begun = count();
  expect(begun).toBeLessThan(COUNT);
  await fetch(`${app.url}/healthz`);
  expect(count()).toBe(begun);
});
