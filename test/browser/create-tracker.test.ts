// @vitest-environment happy-dom
// The whole tracker, with happy-dom as the browser and a server on loopback.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { BrowserOptions } from '../../src/browser/browser-options.js';
import { createTracker } from '../../src/browser/create-tracker.js';
import { createCookieKeyValue } from '../../src/browser/key-value.js';
import { TrackerError } from '../../src/core/tracker-error.js';
import type { Tracker } from '../../src/core/tracker-types.js';
import { createTestWallet } from '../../src/testing/create-test-wallet.js';
import { answer, type Collector, startCollector } from '../contracts/collector.js';
import { eventually } from '../support/eventually.js';
import { enterOrigin } from './fakes/origin.js';

interface Sent {
  readonly type: string;
  readonly event: string | null;
  readonly message_id: string;
  readonly anonymous_id: string;
  readonly address: string | null;
  readonly properties: Record<string, unknown>;
  readonly context: Record<string, unknown>;
}

let collector: Collector;
let nextPage: () => void;
let firstRequest = 0;
const trackers: Tracker[] = [];

const open = (options: Partial<BrowserOptions> = {}) => {
  const tracker = createTracker({ writeKey: 'key', apiHost: collector.origin, ...options });
  trackers.push(tracker);
  return tracker;
};
const sent = (): readonly Sent[] =>
  collector.received.slice(firstRequest).flatMap(({ body }) => JSON.parse(body));
const setOnline = (value: boolean) =>
  Object.defineProperty(navigator, 'onLine', { configurable: true, value });

const start = async () => {
  const started = await startCollector();
  const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
  started.script(answer(200, '{"successful_rows":1}', headers));
  return started;
};

beforeAll(async () => {
  collector = await start();
  nextPage = enterOrigin(collector.origin);
});
beforeEach(() => {
  nextPage = enterOrigin(collector.origin);
  firstRequest = collector.received.length;
});
afterEach(async () => {
  await Promise.all(trackers.splice(0).map((tracker) => tracker.close()));
});
afterAll(() => collector.close());

test('delivers what is tracked, with the page view of the load', async () => {
  const tracker = open();
  tracker.track('swap', { volume: 5 });
  await tracker.flush();
  expect(sent().map(({ type, event }) => event ?? type)).toEqual(['page', 'swap']);
  const [page, swap] = sent();
  expect(page?.properties).toMatchObject({ url: `${collector.origin}/`, path: '/' });
  expect(swap).toMatchObject({
    properties: { volume: 5 },
    context: { library_name: 'chaintrail', page_path: '/' },
    anonymous_id: tracker.anonymousId(),
  });
  expect(tracker.stats()).toMatchObject({ accepted: 2, delivered: 2, queued: 0 });
});

test('sends the campaign and the referral code unchanged from the link', async () => {
  const link = '/?via=V1StGXR8_Z5jdHi6B-myT&utm_campaign=US_Brand_Search_2026_Q1';
  history.replaceState(null, '', `${link}&code=1`);
  const tracker = open({ writeKey: 'referred', referral: { query: ['via'] } });
  tracker.track('swap');
  await tracker.flush();
  expect(sent().at(-1)?.context).toMatchObject({
    page_url: `${collector.origin}${link}&code=redacted`,
    ref: 'V1StGXR8_Z5jdHi6B-myT',
    utm_campaign: 'US_Brand_Search_2026_Q1',
  });
});

test.each([
  [true, ['eth_getTransactionReceipt']],
  [{ receipts: true }, ['eth_getTransactionReceipt']],
  [{ receipts: false }, []],
])('with wallets %j, the SDK itself sends %j to wallets', async (wallets, expected) => {
  const wallet = createTestWallet({ chainId: 1 });
  Object.assign(window, { ethereum: wallet.provider });
  try {
    const tracker = open({ wallets });
    const [from] = (await wallet.provider.request({ method: 'eth_requestAccounts' })) as string[];
    const own = wallet.calls.length;
    const call = { method: 'eth_sendTransaction', params: [{ from, to: from, value: '0x1' }] };
    await wallet.provider.request(call);
    const types = () => sent().map(({ type, properties }) => properties.status ?? type);
    // The receipt is polled two seconds later; `broadcasted` is recorded before that.
    await eventually(async () => {
      await tracker.flush();
      expect(types()).toContain('broadcasted');
    });
    if (expected.length > 0) await eventually(() => wallet.calls.length > own + 1);
    await tracker.close();
    const methods = wallet.calls.slice(own + 1).map(({ method }) => method);
    expect([...new Set(methods)]).toEqual(expected);
  } finally {
    Reflect.deleteProperty(window, 'ethereum');
  }
});

test('a page view keeps the visitor and wallet of its moment, also if they change before it is recorded', async () => {
  const tracker = open({ writeKey: 'moves on' });
  const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
  const seenBy = tracker.anonymousId();
  history.pushState(null, '', '/swap');
  tracker.connect({ address, chainId: 1 });
  history.pushState(null, '', '/bye');
  tracker.reset();
  await tracker.flush();
  expect(
    sent().map(({ type, anonymous_id, ...event }) => [
      `${type} ${event.context.page_path}`,
      anonymous_id === seenBy,
      event.address,
    ]),
  ).toEqual([
    ['page /', true, null],
    ['page /swap', true, null],
    ['connect /swap', true, address],
    ['page /bye', true, address],
  ]);
});

test('page views can be switched off', async () => {
  const { pushState } = history;
  const tracker = open({ pageViews: false });
  expect(history.pushState).toBe(pushState);
  tracker.track('only');
  await tracker.flush();
  expect(sent().map(({ event }) => event)).toEqual(['only']);
});

test('the visitor is the same on the next page', () => {
  const before = open().anonymousId();
  nextPage();
  expect(open().anonymousId()).toBe(before);
  expect(document.cookie).toContain(before);
  expect(Object.values({ ...localStorage })).toContain(before);
});

test("adopts another tab's visitor, also if the cookie is written after the storage event", async () => {
  const tracker = open();
  const place = Object.keys(localStorage).find((key) => key.endsWith('anonymous_id')) ?? '';
  localStorage.setItem(place, 'other');
  window.dispatchEvent(new StorageEvent('storage', { key: place, newValue: 'other' }));
  expect(tracker.anonymousId()).not.toBe('other');
  createCookieKeyValue(window, '').set(place, 'other');
  await eventually(() => expect(tracker.anonymousId()).toBe('other'));
});

test('events left by one page are sent by the next one, once', async () => {
  setOnline(false);
  // The page is gone but its timers are not, so that it sends its event as well: elsewhere, since
  // no test would know when that request has come.
  const elsewhere = await start();
  const gone = createTracker({ writeKey: 'key', apiHost: elsewhere.origin, pageViews: false });
  gone.track('left');
  await eventually(async () => (await indexedDB.databases()).length > 0);
  window.dispatchEvent(new Event('pagehide'));
  nextPage();
  setOnline(true);
  const heir = open({ pageViews: false });
  await eventually(() => sent().length > 0);
  expect(sent().map(({ event }) => event)).toEqual(['left']);
  expect(heir.stats()).toMatchObject({ recovered: 1 });
  // Its timers would write to the storage of later tests. Its last request empties its queue, so
  // that it closes at once.
  window.dispatchEvent(new Event('pagehide'));
  await gone.close();
  await elsewhere.close();
});

test('a prerendered page records nothing until it is visited', async () => {
  Object.defineProperty(document, 'prerendering', { configurable: true, value: true });
  Object.defineProperty(document, 'hidden', { configurable: true, value: true });
  Object.assign(window, { ethereum: createTestWallet().provider });
  const faults: unknown[] = [];
  const identity = { userId: 'ada' };
  try {
    // Another key, since a page view is recorded once for each project.
    const tracker = open({ writeKey: 'ahead', onError: (fault) => faults.push(fault) });
    tracker.identify(identity, { plan: 'pro' });
    tracker.track('app_loaded', { size: 7n });
    identity.userId = 'another';
    await tracker.flush();
    expect(tracker.stats().accepted).toBe(0);
    expect(sent()).toEqual([]);
    expect(await indexedDB.databases()).toEqual([]);
    // Other tabs share the session: a campaign link that nobody has followed yet must not end it.
    for (const key of ['session', 'seen', '_id', 'journal']) {
      expect(document.cookie + Object.keys(localStorage)).not.toContain(key);
    }
    Reflect.deleteProperty(document, 'prerendering');
    document.dispatchEvent(new Event('prerenderingchange'));
    expect(document.cookie).toContain(`anonymous_id=${tracker.anonymousId()}`);
    tracker.track('clicked');
    await tracker.flush();
    expect(sent().map(({ type, event }) => event ?? type)).toEqual([
      ...['detect', 'page', 'identify', 'app_loaded', 'clicked'],
    ]);
    expect(sent().slice(-2)).toMatchObject([
      { user_id: 'ada', properties: { size: '7' } },
      { user_id: 'ada' },
    ]);
    expect(faults).toEqual([]);
  } finally {
    Reflect.deleteProperty(document, 'prerendering');
    Reflect.deleteProperty(document, 'hidden');
    Reflect.deleteProperty(window, 'ethereum');
  }
});

test('a prerendered page whose tracker is closed records nothing when it is visited', async () => {
  Object.defineProperty(document, 'prerendering', { configurable: true, value: true });
  Object.defineProperty(document, 'hidden', { configurable: true, value: true });
  const faults: unknown[] = [];
  try {
    const tracker = open({ writeKey: 'ahead', onError: (fault) => faults.push(fault) });
    tracker.track('app_loaded');
    await tracker.close();
  } finally {
    Reflect.deleteProperty(document, 'prerendering');
    Reflect.deleteProperty(document, 'hidden');
  }
  document.dispatchEvent(new Event('prerenderingchange'));
  expect([faults, sent(), await indexedDB.databases()]).toEqual([[], [], []]);
});

test('close() removes everything that the tracker added to the page', async () => {
  const { pushState } = history;
  const tracker = open();
  expect(history.pushState).not.toBe(pushState);
  await tracker.close();
  expect(history.pushState).toBe(pushState);
  expect((await navigator.locks.query()).held).toEqual([]);
});

test('wrong options throw at creation', () => {
  expect(() => createTracker({ writeKey: '', apiHost: 'https://a.example' })).toThrow(TrackerError);
  expect(() => createTracker({ writeKey: 'key', apiHost: 'a.example' })).toThrow(/apiHost/);
  const wrong = { writeKey: 'key', apiHost: 'https://a.example', referral: { path: '^/r/([^/]+' } };
  expect(() => createTracker(wrong)).toThrow(TrackerError);
  expect(() => createTracker(wrong)).toThrow(/referral\.path: "\^\/r/);
});

test.each([
  'https://events.example ',
  'https://events.example\n',
  'https://events example',
  'https://events.example/a b',
  'https://ada:secret@events.example',
  'https://ada@events.example/path',
])('an apiHost that no request can reach throws at creation: %j', (apiHost) => {
  expect(() => createTracker({ writeKey: 'key', apiHost })).toThrow(/apiHost: .*without blanks/s);
});

test('with debug on, a console that throws loses no event', async () => {
  const { log } = console;
  console.log = () => {
    throw new Error('no console');
  };
  const tracker = open({ debug: true, pageViews: false });
  tracker.track('one');
  tracker.track('two');
  await tracker.close().finally(() => {
    console.log = log;
  });
  expect(sent().map(({ event }) => event)).toEqual(['one', 'two']);
});
