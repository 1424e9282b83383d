// @vitest-environment happy-dom
// The script tag: what it defines, what it reads, what it makes up for, what it never throws.
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

/** Runs a tag as the browser does. Happy-dom says that it is a robot, on a page of a test. */
const run = (dataset: Record<string, string>) =>
  startScriptTag(page, { src, dataset: { bots: '', pageViews: 'false', ...dataset } }, [watcher]);

/** The stub's part: a call that waits, and what its promise came to. */
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

test('without a write key it defines createTracker alone', () => {
  startScriptTag(page, { src, dataset: {} });
  expect(Object.keys(api())).toEqual(['createTracker']);
  page = {};
  startScriptTag(page, null);
  expect(Object.keys(api())).toEqual(['createTracker']);
});

test('with one, the verbs of its tracker stand beside it', () => {
  run({ writeKey: 'key' });
  api().track('swap');
  expect(api().createTracker).toBeTypeOf('function');
  expect(names()).toEqual(['swap']);
});

test('a file that came through a path of a proxy sends through it, too', async () => {
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

test('attributes are options', () => {
  run({ writeKey: 'key', excludePaths: '/' });
  api().track('swap');
  expect(names()).toEqual([]);
});

test('makes up for what was called before, in order, promises included', async () => {
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

test('what still goes to the stub reaches the tracker', async () => {
  const stub = { q: [] as PendingCall[] };
  page.chaintrail = stub;
  run({ writeKey: 'key' });
  const late = call('anonymousId');
  stub.q.push(late.pending);
  expect(await late.promise).toBe(api().anonymousId());
  expect(stub.q).toHaveLength(0);
});

test('what goes to the stub reaches the tracker where the prototypes are frozen', async () => {
  const { push } = Array.prototype;
  const frozen = Object.freeze(Object.create(Array.prototype, { push: { value: push } }));
  const stub = { q: Object.setPrototypeOf([], frozen) as PendingCall[] };
  page.chaintrail = stub;
  run({ writeKey: 'key' });
  const late = call('anonymousId');
  stub.q.push(late.pending);
  expect(await late.promise).toBe(api().anonymousId());
});

test('a call of what does not exist is told, and its promise rejects for who looks', async () => {
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

test('tags with names and keys of their own live side by side', () => {
  run({ writeKey: 'key' });
  run({ writeKey: 'other', name: 'shop' });
  api().track('one');
  api('shop').track('two');
  expect(names()).toEqual(['one', 'two']);
  expect(api('shop').anonymousId()).not.toBe(api().anonymousId());
  expect(warnings()).toEqual([]);
});

test('another key under a name that is taken is told how to be reached', () => {
  run({ writeKey: 'key' });
  const first = page.chaintrail;
  run({ writeKey: 'other' });
  expect(page.chaintrail).toBe(first);
  expect(warnings()).toEqual([expect.stringContaining('give it a data-name')]);
});

test("never replaces what is the page's own, but the elements that are globals by their ids", () => {
  const original = { href: 'https://dapp.example/' };
  page.location = original;
  page.shop = document.createElement('div');
  run({ writeKey: 'key', name: 'location' });
  run({ writeKey: 'key', name: 'shop' });
  expect(page.location).toBe(original);
  expect(api('shop').track).toBeTypeOf('function');
  expect(warnings()).toHaveLength(1);
});

test('takes the place of a frame of its name, into which nobody may look', () => {
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

test('wrong values are named in one warning and cost their option alone', () => {
  run({ writeKey: 'key', flushAt: 'soon', debug: 'maybe' });
  api().track('on');
  expect(names()).toEqual(['on']);
  const [warning, ...more] = warnings();
  expect(warning).toMatch(/data-debug="maybe".*data-flush-at="soon"/);
  expect(more).toEqual([]);
});

test('without what it needs it records nothing, says why, and answers every call', async () => {
  const flushed = call('flush');
  page.chaintrail = { q: [call('track', 'early').pending, flushed.pending] };
  run({ writeKey: 'key', apiHost: 'nowhere' });
  api().track('late');
  await flushed.promise;
  expect(seen).toEqual([]);
  expect(warnings()[0]).toContain('Wrong option apiHost: "nowhere"');
});

test('junk where it notes its tags, and a page whose globals are sealed, stop nothing', () => {
  Reflect.set(page, Symbol.for('chaintrail.tags.1'), 'junk');
  run({ writeKey: 'key' });
  api().track('swap');
  page = Object.preventExtensions({});
  run({ writeKey: 'other', pageViews: '' });
  window.dispatchEvent(new Event('pagehide'));
  expect(names()).toEqual(['swap', 'page']);
  expect(warnings()).toEqual([]);
});
