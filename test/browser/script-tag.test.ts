// @vitest-environment happy-dom
// The script tag: the globals that it defines, its attributes, calls made before it loads, and that
// it never throws.
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type PendingCall,
  type ScriptApi,
  type ScriptPage,
  startScriptTag,
} from '../../src/browser/script-tag.js';
import type { Tracker } from '../../src/core/tracker-types.js';
import { startCollector } from '../contracts/collector.js';
import { watchWarnings } from './fakes/console.js';
import { enterOrigin } from './fakes/origin.js';

const src = 'https://stats.example/chaintrail.js';
const seen: { readonly type: string; readonly event: string | null }[] = [];
const watcher = {
  name: 'watcher',
  enrich: (event: (typeof seen)[number]) => {
    seen.push(event);
    return null;
  },
};
let page: ScriptPage = {};
const api = (name = 'chaintrail') => page[name] as ScriptApi & Tracker;
const names = () => seen.map(({ type, event }) => event ?? type);
const warnings = watchWarnings();

/** Runs a script tag. happy-dom counts as a robot, so the tag records robots. */
const run = (dataset: Record<string, string>) =>
  startScriptTag(page, { src, dataset: { bots: '', pageViews: 'false', ...dataset } }, [watcher]);

/** A call that the stub has queued, and its promise. */
const call = (method: string, ...input: unknown[]) => {
  let resolve: PendingCall[2];
  const promise = new Promise<unknown>((settle) => {
    resolve = settle;
  });
  return { pending: [method, input, resolve, promise] satisfies PendingCall, promise };
};

beforeEach(() => {
  enterOrigin('https://dapp.example/');
  page = {};
  seen.length = 0;
});
afterEach(async () => {
  for (const value of Object.values(page)) await (value as Partial<Tracker> | null)?.close?.();
});

test('without a write key it defines only createTracker', () => {
  startScriptTag(page, { src, dataset: {} });
  expect(Object.keys(api())).toEqual(['createTracker']);
  page = {};
  startScriptTag(page, null);
  expect(Object.keys(api())).toEqual(['createTracker']);
});

test('with a write key it defines the verbs of its tracker as well', () => {
  run({ writeKey: 'key' });
  api().track('swap');
  expect(api().createTracker).toBeTypeOf('function');
  expect(names()).toEqual(['swap']);
});

test('a script loaded through a proxy path sends through that path', async () => {
  const collector = await startCollector();
  enterOrigin(collector.origin);
  try {
    startScriptTag(page, {
      src: `${collector.origin}/ingest/chaintrail.js?v=1`,
      dataset: { writeKey: 'proxied', pageViews: 'false', wallets: 'false' },
    });
    api().track('swap');
    await api().flush();
    expect(collector.received.map(({ path }) => path)).toEqual(['/ingest/v0/raw_events']);
  } finally {
    await api().close();
    await collector.close();
  }
});

test('data attributes are options', () => {
  run({ writeKey: 'key', excludePaths: '/' });
  api().track('swap');
  expect(names()).toEqual([]);
});

test('runs the calls queued before it loaded, in order, and settles their promises', async () => {
  const first = call('track', 'first', { a: 1 });
  const id = call('anonymousId');
  const second = call('identify', 'ada');
  page.chaintrail = { q: [first.pending, id.pending, second.pending, ['track', ['bare']]] };
  run({ writeKey: 'key' });
  expect(warnings()).toEqual([]);
  expect(names()).toEqual(['first', 'identify', 'bare']);
  expect(await id.promise).toBe(api().anonymousId());
  expect(await first.promise).toBeUndefined();
});

test('calls made through the stub afterwards reach the tracker', async () => {
  const stub = { q: [] as PendingCall[] };
  page.chaintrail = stub;
  run({ writeKey: 'key' });
  const late = call('anonymousId');
  stub.q.push(late.pending);
  expect(await late.promise).toBe(api().anonymousId());
  expect(stub.q).toHaveLength(0);
});

test('calls made through the stub reach the tracker where prototypes are frozen', async () => {
  const { push } = Array.prototype;
  const frozen = Object.freeze(Object.create(Array.prototype, { push: { value: push } }));
  const stub = { q: Object.setPrototypeOf([], frozen) as PendingCall[] };
  page.chaintrail = stub;
  run({ writeKey: 'key' });
  const late = call('anonymousId');
  stub.q.push(late.pending);
  expect(await late.promise).toBe(api().anonymousId());
});

test('a call of an unknown method is reported, and its promise rejects without being unhandled', async () => {
  const typo = call('trak', 'swap');
  page.chaintrail = { q: [typo.pending] };
  run({ writeKey: 'key' });
  expect(warnings()).toEqual([expect.stringContaining('there is no chaintrail.trak()')]);
  await expect(typo.promise).rejects.toThrow('trak');
});

test('a second identical tag does nothing', () => {
  run({ writeKey: 'key' });
  const first = page.chaintrail;
  run({ writeKey: 'key' });
  expect(page.chaintrail).toBe(first);
  api().track('swap');
  expect(names()).toEqual(['swap']);
  expect(warnings()).toEqual([]);
});

test('tags with names and keys of their own work side by side', () => {
  run({ writeKey: 'key' });
  run({ writeKey: 'other', name: 'shop' });
  api().track('one');
  api('shop').track('two');
  expect(names()).toEqual(['one', 'two']);
  expect(api('shop').anonymousId()).not.toBe(api().anonymousId());
  expect(warnings()).toEqual([]);
});

test('another key under a name that is in use warns how to name the second tag', () => {
  run({ writeKey: 'key' });
  const first = page.chaintrail;
  run({ writeKey: 'other' });
  expect(page.chaintrail).toBe(first);
  expect(warnings()).toEqual([expect.stringContaining('give it a data-name')]);
});

test('never replaces a global of the page, except elements that are globals by their id', () => {
  const original = { href: 'https://dapp.example/' };
  page.location = original;
  page.shop = document.createElement('div');
  run({ writeKey: 'key', name: 'location' });
  run({ writeKey: 'key', name: 'shop' });
  expect(page.location).toBe(original);
  expect(api('shop').track).toBeTypeOf('function');
  expect(warnings()).toHaveLength(1);
});

test('replaces a global that is a cross-origin frame of the same name', () => {
  const refuse = () => {
    throw new DOMException('Blocked a frame from accessing a cross-origin frame.', 'SecurityError');
  };
  const frame: object = new Proxy(
    {},
    { get: (_, key) => (key === 'window' ? frame : refuse()), has: refuse },
  );
  page.chaintrail = frame;
  run({ writeKey: 'key' });
  api().track('swap');
  expect(names()).toEqual(['swap']);
  expect(warnings()).toEqual([]);
});

test('invalid values are reported in one warning and affect only their option', () => {
  run({ writeKey: 'key', flushAt: 'soon', debug: 'maybe' });
  api().track('on');
  expect(names()).toEqual(['on']);
  const [warning, ...more] = warnings();
  expect(warning).toMatch(/data-debug="maybe".*data-flush-at="soon"/);
  expect(more).toEqual([]);
});

test('with an invalid required option it records nothing, warns, and settles every call', async () => {
  const flushed = call('flush');
  page.chaintrail = { q: [call('track', 'early').pending, flushed.pending] };
  run({ writeKey: 'key', apiHost: 'nowhere' });
  api().track('late');
  await flushed.promise;
  expect(seen).toEqual([]);
  expect(warnings()[0]).toContain('Wrong option apiHost: "nowhere"');
});

test('a page with odd or sealed globals neither stops the tags nor makes them throw', () => {
  Reflect.set(page, Symbol.for('chaintrail.tags.1'), 'junk');
  run({ writeKey: 'key' });
  api().track('swap');
  page = Object.preventExtensions({});
  run({ writeKey: 'other', pageViews: '' });
  window.dispatchEvent(new Event('pagehide'));
  expect(names()).toEqual(['swap', 'page']);
  expect(warnings()).toEqual([]);
});
