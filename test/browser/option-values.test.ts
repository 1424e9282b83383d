// @vitest-environment happy-dom
// What an option's value may be where no compiler checks it, as in a configuration that is read as JSON.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { BrowserOptions } from '../../src/browser/browser-options.js';
import { createTracker } from '../../src/browser/create-tracker.js';
import { TrackerError } from '../../src/core/tracker-error.js';
import type { Tracker } from '../../src/core/tracker-types.js';
import { createTestWallet } from '../../src/testing/create-test-wallet.js';
import { answer, type Collector, startCollector } from '../contracts/collector.js';
import { enterOrigin } from './fakes/origin.js';

/** On a loopback address, so that robots and localhost are recorded. */
let collector: Collector;
const trackers: Tracker[] = [];
let count = 0;

const open = (options: object): Tracker => {
  const tracker = createTracker({
    writeKey: `key ${count++}`,
    apiHost: collector.origin,
    ...options,
  });
  trackers.push(tracker);
  return tracker;
};

const setSignal = (name: string, value: unknown) =>
  Object.defineProperty(navigator, name, { configurable: true, value });

beforeAll(async () => {
  collector = await startCollector();
  const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
  collector.script(answer(200, '{"successful_rows":1}', headers));
});
beforeEach(() => void enterOrigin(collector.origin));
afterEach(async () => {
  for (const name of ['webdriver', 'globalPrivacyControl']) Reflect.deleteProperty(navigator, name);
  await Promise.all(trackers.splice(0).map((tracker) => tracker.close()));
});

afterAll(() => collector.close());

/** What a visit to a page with a wallet leaves behind: a `detect`, a page view and an event. */
const visit = (options: object) => {
  const hide = createTestWallet().announce();
  const tracker = open(options);
  tracker.track('swap');
  hide();
  return { consent: tracker.consent(), stats: tracker.stats() };
};

const NUMBERS = [
  ...['sampleRate', 'sessionIdleMinutes', 'flushAt', 'flushIntervalMs', 'maxBatchBytes'],
  ...['maxQueueEvents', 'maxQueueBytes', 'maxAgeMs'],
] as const satisfies readonly (keyof BrowserOptions)[];
const NO_NUMBERS: readonly unknown[] = [null, '', '0.5', Number.NaN, -1, [], true, 1n];

test.each(NUMBERS)('%s takes numbers alone, and names any other value', (name) => {
  for (const value of NO_NUMBERS) {
    const shown = typeof value === 'string' ? `"${value}"` : String(value);
    expect(() => open({ [name]: value })).toThrow(TrackerError);
    expect(() => open({ [name]: value })).toThrow(`Wrong option ${name}: ${shown}. It `);
  }
});

test.each(['writeKey', 'apiHost', 'consent'])('%s must be one of its values', (name) => {
  for (const value of [null, '', Number.NaN, -1, []]) {
    expect(() => open({ [name]: value })).toThrow(`Wrong option ${name}: `);
  }
});

/** The compiler requires an entry for each other option. */
const OTHERS: Readonly<
  Record<
    Exclude<keyof BrowserOptions, (typeof NUMBERS)[number] | 'writeKey' | 'apiHost' | 'consent'>,
    null | Readonly<Record<string, null>>
  >
> = {
  ...{ plugins: null, debug: null, onError: null, onDrop: null, cookieless: null },
  ...{ gpc: null, dnt: null, bots: null, localhost: null, newSessionOnCampaign: null },
  ...{ pageViews: null, wallets: null },
  privacy: { query: null, hash: null, secrets: null, messages: null, calldata: null },
  exclude: { hosts: null, paths: null, chains: null, timezones: null },
  referral: { query: null, path: null },
};

test.each(Object.entries(OTHERS))('%s: null is as good as none', (name, fields) => {
  for (const value of [null, fields]) {
    setSignal('webdriver', true);
    setSignal('globalPrivacyControl', undefined);
    const usual = visit({});
    expect(usual.stats).toMatchObject({ accepted: 3, dropped: {} });
    expect(visit({ [name]: value })).toEqual(usual);
    setSignal('globalPrivacyControl', true);
    expect(visit({ [name]: value }).consent).toBe('denied');
  }
});
