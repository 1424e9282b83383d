// The contenders: each returns `track(index)` and `finish()`, with batches of 100 and a queue for all events.
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzip as gzipWithCallback } from 'node:zlib';

const gzip = promisify(gzipWithCallback);
const BATCH = 100;
const MANY = 100_000_000;

export const properties = (index) => ({
  pair: 'ETH/USDC',
  amount: 1.25 + index,
  slippage: 0.5,
  route: 'uniswap-v3',
  isExactInput: true,
});
const userOf = (index) => `user-${index % 1_000}`;

const post = (agent, url, body, headers) =>
  new Promise((resolve, reject) => {
    const sent = request(url, { agent, method: 'POST', headers }, (response) => {
      response.resume();
      response.once('end', resolve);
    });
    sent.once('error', reject);
    sent.end(body);
  });

const eventOf = (index) => ({
  type: 'track',
  channel: 'server',
  version: '0',
  anonymous_id: null,
  user_id: userOf(index),
  address: null,
  event: 'SwapCompleted',
  properties: properties(index),
  context: { library_name: 'by hand', library_version: '1.0.0' },
  original_timestamp: new Date().toISOString(),
  message_id: randomUUID(),
});

/** A hand-written sender: build, serialise, gzip at level 1, and post over a keep-alive connection. */
const handMade = async ({ url }) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const headers = {
    'content-type': 'application/json',
    'content-encoding': 'gzip',
    authorization: 'Bearer key',
  };
  const pending = new Set();
  let batch = [];
  const send = async (events) =>
    post(agent, url, await gzip(JSON.stringify(events), { level: 1 }), headers);
  const flush = () => {
    const work = send(batch).finally(() => pending.delete(work));
    pending.add(work);
    batch = [];
  };
  return {
    track: (index) => {
      if (batch.push(eventOf(index)) === BATCH) flush();
    },
    finish: async () => {
      if (batch.length > 0) flush();
      await Promise.all(pending);
      agent.destroy();
    },
  };
};

/** The minimum cost of sending: batches that are made in advance and only posted. */
const readyBatches = async ({ url }) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const body = await gzip(JSON.stringify(Array.from({ length: BATCH }, (_, i) => eventOf(i))));
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const pending = new Set();
  return {
    track: (index) => {
      if (index % BATCH !== BATCH - 1) return;
      const work = post(agent, url, body, headers).finally(() => pending.delete(work));
      pending.add(work);
    },
    finish: async () => {
      await Promise.all(pending);
      agent.destroy();
    },
  };
};

/** The minimum cost of a call: make an id, read the time, push to an array. */
const barePush = async () => {
  const events = [];
  return {
    track: (index) => {
      const event = { id: randomUUID(), at: Date.now(), name: 'SwapCompleted' };
      events.push({ ...event, properties: properties(index) });
    },
    finish: async () => {},
  };
};

const chaintrail =
  (extra) =>
  async ({ origin, dist, spool }) => {
    const { createServerTracker } = await import(pathToFileURL(join(dist, 'node/index.js')).href);
    const tracker = createServerTracker({
      writeKey: 'key',
      apiHost: origin,
      maxBatchEvents: BATCH,
      flushAt: BATCH,
      maxQueueEvents: MANY,
      maxQueueBytes: MANY * 100,
      ...extra(spool),
    });
    return {
      track: (index) =>
        void tracker.track('SwapCompleted', properties(index), { userId: userOf(index) }),
      finish: async () => {
        await tracker.flush({ timeoutMs: 120_000 });
        await tracker.close();
      },
    };
  };

const posthog = async ({ origin, load }) => {
  const { PostHog } = load('posthog-node');
  const client = new PostHog('key', {
    host: origin,
    flushAt: BATCH,
    maxBatchSize: BATCH,
    maxQueueSize: MANY,
    disableGeoip: false,
  });
  return {
    track: (index) =>
      client.capture({
        distinctId: userOf(index),
        event: 'SwapCompleted',
        properties: properties(index),
      }),
    finish: () => client.shutdown(120_000),
  };
};

const segment = async ({ origin, load }) => {
  const { Analytics } = load('@segment/analytics-node');
  const client = new Analytics({ writeKey: 'key', host: origin, flushAt: BATCH });
  client.on('error', () => {});
  return {
    track: (index) =>
      client.track({
        userId: userOf(index),
        event: 'SwapCompleted',
        properties: properties(index),
      }),
    finish: () => client.closeAndFlush({ timeout: 120_000 }),
  };
};

const snowplow = async ({ origin, load }) => {
  const { newTracker, buildSelfDescribingEvent } = load('@snowplow/node-tracker');
  let answered = 0;
  let told = () => {};
  let tracked = 0;
  const tracker = newTracker(
    { namespace: 'bench', appId: 'bench', encodeBase64: false },
    {
      endpoint: origin,
      bufferSize: BATCH,
      maxPostBytes: 1_000_000,
      onRequestSuccess: (events) => {
        answered += events.length;
        told();
      },
    },
  );
  return {
    track: (index) => {
      tracked += 1;
      const data = { name: 'SwapCompleted', user: userOf(index), ...properties(index) };
      const schema = 'iglu:com.acme/swap/jsonschema/1-0-0';
      tracker.track(buildSelfDescribingEvent({ event: { schema, data } }));
    },
    finish: async () => {
      const deadline = Date.now() + 60_000;
      while (answered < tracked && Date.now() < deadline) {
        await tracker.flush();
        await new Promise((resolve) => {
          const timer = setTimeout(resolve, 200);
          told = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    },
  };
};

/** @param folder the folder in which the competing SDKs are installed */
export const loaderFrom = (folder) => createRequire(join(folder, 'package.json'));

export const CONTENDERS = {
  'bare push': barePush,
  'ready batches': readyBatches,
  'hand-made loop': handMade,
  chaintrail: chaintrail(() => ({})),
  'chaintrail, spool': chaintrail((spool) => ({ spool })),
  'posthog-node': posthog,
  '@segment/analytics-node': segment,
  '@snowplow/node-tracker': snowplow,
};
