// The examples that run on a server, started as their READMEs say: visitors are never mixed up.
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { namespaceIn } from '../../../src/core/namespace.js';
import { readTopEvents } from '../../support/ask-api.js';
import { launchBrowser } from '../../support/chromium.js';
import { createCleanup } from '../../support/cleanup.js';
import { type Collector, startCollector } from '../../support/collector.js';
import { eventually } from '../../support/eventually.js';
import { startServer, type TestServer } from '../../support/server.js';
import { CHROME_USER_AGENT } from '../../support/user-agent.js';
import { passOn } from '../wallets/world.js';
import { expectNextApp, told } from './next-visit.js';
import { startExample } from './start-example.js';

const cleanUp = createCleanup();
let server: TestServer;
let collector: Collector;

beforeAll(async () => {
  [server, collector] = await Promise.all([startServer(), startCollector()]);
  cleanUp(server.dispose);
  cleanUp(() => collector.close());
  passOn(collector, server);
});

const settings = () => ({
  ...{ WRITE_KEY: server.writeKey, API_HOST: collector.url, PORT: '0' },
  ...{ NEXT_PUBLIC_WRITE_KEY: server.writeKey, NEXT_PUBLIC_API_HOST: collector.url },
});

it('node-service: concurrent requests are each recorded for their own visitor', async () => {
  const example = await startExample('node-service', settings());
  cleanUp(example.stop);
  const visitors = Array.from({ length: 20 }, (_, index) => ({ id: randomUUID(), amount: index }));
  const prefix = `chaintrail_${namespaceIn(server.writeKey, atob)}_`;
  await Promise.all(
    visitors.map(({ id, amount }) =>
      fetch(`${example.url}/orders`, {
        method: 'POST',
        headers: {
          ...{ 'content-type': 'application/json', cookie: `${prefix}anonymous_id=${id}` },
          'user-agent': CHROME_USER_AGENT,
        },
        body: JSON.stringify({ amount }),
      }),
    ),
  );
  const orders = await eventually(() => {
    const found = told(collector).filter(({ event }) => event === 'order_placed');
    expect(found).toHaveLength(20);
    return found;
  });
  const seen = new Map(orders.map((one) => [one.anonymous_id, one.properties?.revenue]));
  expect(Object.fromEntries(seen)).toEqual(
    Object.fromEntries(visitors.map(({ id, amount }) => [id, amount])),
  );
  await eventually(async () =>
    expect(await readTopEvents(server)).toMatchObject({ 'track:order_placed': 20 }),
  );
});

it('nextjs: renders without state, and tracks in the browser and on the server as the same visitor', async () => {
  const [example, browser] = await Promise.all([
    startExample('nextjs', settings()),
    launchBrowser(),
  ]);
  cleanUp(example.stop);
  cleanUp(() => browser.close());
  await expectNextApp({ url: example.url, browser, collector });
});
