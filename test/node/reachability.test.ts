// Events that do not reach the server are reported once, with the URL and a remedy.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TrackerFault } from '../../src/core/tracker-types.js';
import { createFetchTransport } from '../../src/node/fetch-transport.js';
import { createHttpTransport } from '../../src/node/http-transport.js';
import { createServerTracker } from '../../src/node/index.js';
import { type Collector, OK, startCollector } from './support/collector.js';

let collector: Collector;
let faults: TrackerFault[];
beforeEach(async () => {
  collector = await startCollector();
  faults = [];
});
afterEach(() => collector.close());

const options = (timeoutMs = 30_000, apiHost = collector.url) => ({
  apiHost,
  writeKey: () => 'key',
  concurrency: 4,
  timeoutMs,
  onFault: (fault: TrackerFault) => void faults.push(fault),
});

const kinds = [
  ['node', (...given: Parameters<typeof options>) => createHttpTransport(options(...given))],
  ['edge', (...given: Parameters<typeof options>) => createFetchTransport(options(...given))],
] as const;

const PAGE = { 'content-type': 'text/html' };

describe.each(kinds)('the transport of the %s entry', (_, createTransport) => {
  /** Sends batches one after another. */
  const sendTimes = async (count: number, timeoutMs?: number) => {
    const transport = createTransport(timeoutMs);
    for (let time = 0; time < count; time += 1) await transport.send(() => '[]', { last: false });
  };
  const messages = () => faults.map(({ code, message }) => `${code} ${message}`);

  it.each([
    [
      'a redirect',
      { status: 308, headers: { location: 'https://new.example/v0/raw_events' } },
      /answers with a redirect \(308\) to https:\/\/new\.example\/v0\/raw_events: .*Set apiHost to where/,
    ],
    ['a 404', { status: 404, headers: PAGE, body: '<html>' }, /answers 404: .*Set apiHost to/],
    ['a 405', { status: 405 }, /answers 405: .*Set apiHost to/],
    ['a page', { status: 200, headers: PAGE, body: '<html>' }, /answers 200 with a page: /],
  ])('reports %s at once, and only once', async (_name, answer, expected) => {
    collector.answer = () => answer;
    await sendTimes(6);
    expect(messages()).toEqual([expect.stringMatching(expected)]);
    expect(messages()[0]).toContain(`unreachable ${collector.url}/v0/raw_events answers`);
    expect(messages()[0]).toContain('events are kept and sent again');
  });

  it('reports errors of the server after several in a row', async () => {
    collector.answer = () => ({ status: 500 });
    await sendTimes(3);
    expect(faults).toEqual([]);
    await sendTimes(9);
    expect(messages()).toEqual([expect.stringMatching(/answers 500, 4 times in a row: .* log/)]);
  });

  it('reports again only after a batch succeeded', async () => {
    const answers = [...Array(6).fill({ status: 404 }), OK, ...Array(6).fill({ status: 404 })];
    collector.answer = () => answers.shift() ?? OK;
    await sendTimes(13);
    expect(faults).toHaveLength(2);
  });

  it('starts counting again after a batch succeeded', async () => {
    const answers = [...Array(3).fill({ status: 500 }), OK, ...Array(3).fill({ status: 500 })];
    collector.answer = () => answers.shift() ?? OK;
    await sendTimes(7);
    expect(faults).toEqual([]);
  });

  it('counts concurrent requests as one failure', async () => {
    collector.answer = () => ({ status: 503 });
    const transport = createTransport();
    const sendFour = () =>
      Promise.all([...'four'].map(() => transport.send(() => '[]', { last: false })));
    for (let time = 0; time < 3; time += 1) await sendFour();
    expect(faults).toEqual([]);
    await sendFour();
    expect(faults).toHaveLength(1);
  });

  it('reports nothing when the server asks to wait', async () => {
    collector.answer = () => ({ status: 429 });
    await sendTimes(6);
    expect(faults).toEqual([]);
  });

  it("includes the system's error, the address and the cause where nothing listens", async () => {
    await collector.close();
    await sendTimes(4);
    const port = new URL(collector.url).port;
    expect(messages()).toEqual([
      expect.stringMatching(`is not reached \\(.*ECONNREFUSED.*:${port}\\), 4 times .*apiHost`),
    ]);
    expect(faults[0]?.cause).toBeInstanceOf(Error);
  });

  it('reports at once that the server does not speak TLS', async () => {
    const apiHost = collector.url.replace('http:', 'https:');
    const transport = createTransport(undefined, apiHost);
    await transport.send(() => '[]', { last: false });
    expect(messages()).toEqual([
      expect.stringMatching(/not reached \(no TLS is spoken there\): .* with http: in place of/),
    ]);
  });

  it('includes how long it waited for an answer', async () => {
    collector.answer = () => undefined;
    await sendTimes(4, 50);
    expect(messages()).toEqual([expect.stringContaining('not reached (no answer within 50 ms)')]);
  });
});

it('a tracker passes the report to onError', async () => {
  collector.answer = () => ({ status: 404 });
  const heard = new Promise<TrackerFault>((resolve) => {
    const tracker = createServerTracker({
      writeKey: 'key',
      apiHost: collector.url,
      onError: (fault) => {
        resolve(fault);
        void tracker.close({ timeoutMs: 1 });
      },
    });
    tracker.track('Swap');
  });
  expect(await heard).toMatchObject({ code: 'unreachable' });
});
