// Events are sent through a path of the app's own domain, as behind Nginx, Vite, Next.js or a
// worker at the edge.
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { flush, inEngines, track, type World } from './world.js';

const PREFIX = '/ingest';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/**
 * One origin for both: `/ingest/*` goes to the collector without the prefix, everything else to the
 * dapp.
 */
const startProxy = async ({ collector, site }: World): Promise<string> => {
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = '/' } = incoming;
    const isEvent = url.startsWith(PREFIX);
    const target = isEvent ? collector.url + url.slice(PREFIX.length) : site.url + url;
    const forwarded = request(target, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    // Also when the answer has begun, and can get no other status.
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  stops.push(() => {
    server.close();
    server.closeAllConnections();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

inEngines((world) => {
  it.each(['', '/'])('sends to a path of the app that ends with "%s"', async (end) => {
    const proxy = await startProxy(world);
    const address = world.address('/', { apiHost: proxy + PREFIX + end });
    const page = await world.blank();
    await page.goto(address.replace(world.site.url, proxy));
    await track(page, 50);
    await flush(page);
    await world.expectAll(50);
    // The same origin: no preflight requests, and nothing that a filter of other domains could
    // block.
    const origins = new Set(world.collector.posts.map(({ headers }) => headers.origin));
    expect([...origins]).toEqual([proxy]);
    await page.close();
  });
});
