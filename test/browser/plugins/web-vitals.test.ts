// @vitest-environment happy-dom
// What the web vitals tell: the page's address without its secrets, and times since the visitor came.
import { beforeEach, expect, test, vi } from 'vitest';
import { webVitals } from '../../../src/browser/plugins/web-vitals.js';
import type { PluginHost, Properties, Tracker } from '../../../src/core/tracker-types.js';
import { enterOrigin } from '../fakes/origin.js';
import { changeVisibility } from '../fakes/page.js';

let told: unknown[];
let project = 0;

beforeEach(() => {
  enterOrigin('https://dapp.example/');
  told = [];
  project += 1;
});

const start = (key = `key ${project}`) => {
  const tracker = { track: (_: string, properties?: Properties) => told.push(properties) };
  const fault = (cause: unknown) => told.push(cause);
  const host = { fault, writeKey: () => key } as unknown as PluginHost;
  return webVitals().setup?.(tracker as unknown as Tracker, host);
};

test('a secret in the path is hidden, as it is in the context', () => {
  history.replaceState(null, '', '/invite/eyJhbGciOi.eyJzdWIi.c2lnbmF0dXJl');
  start();
  window.dispatchEvent(new Event('pagehide'));
  expect(told).toMatchObject([{ path: '/invite/redacted' }]);
});

test('times of a page that was rendered ahead count from when it was shown', () => {
  const navigation = { responseStart: 1_200, activationStart: 0 };
  Object.defineProperty(document, 'prerendering', { configurable: true, value: true });
  Object.assign(performance, {
    getEntriesByType: (type: string) => (type === 'navigation' ? [{ ...navigation }] : []),
  });
  try {
    start();
    window.dispatchEvent(new Event('pagehide'));
    expect(told).toEqual([]);
    navigation.activationStart = 1_150;
    Reflect.deleteProperty(document, 'prerendering');
    document.dispatchEvent(new Event('prerenderingchange'));
    window.dispatchEvent(new Event('pagehide'));
    expect(told).toMatchObject([{ ttfb_ms: 50 }]);
  } finally {
    Reflect.deleteProperty(document, 'prerendering');
    Reflect.deleteProperty(performance, 'getEntriesByType');
  }
});

test('a tracker that takes the place of another tells once a page, each project its own', () => {
  const stop = start();
  stop?.();
  const stopNext = start();
  window.dispatchEvent(new Event('pagehide'));
  expect(told).toHaveLength(1);
  stopNext?.();
  start();
  start('another key');
  window.dispatchEvent(new Event('pagehide'));
  expect(told).toHaveLength(2);
});

test('a tab that is opened in the background tells when it is left, not when it is first seen', () => {
  start();
  changeVisibility('visible');
  expect(told).toEqual([]);
  changeVisibility('hidden');
  Reflect.deleteProperty(document, 'visibilityState');
  expect(told).toHaveLength(1);
});

/** The entries that the browser has told nobody of when the page is hidden, by type. */
const measure = (entries: Readonly<Record<string, readonly object[]>>) => {
  let observing = 0;
  class Observer {
    static readonly supportedEntryTypes = Object.keys(entries);
    private type = '';
    observe({ type }: { readonly type: string }) {
      this.type = type;
      observing += 1;
    }
    takeRecords() {
      return entries[this.type]?.map((entry) => ({ entryType: this.type, ...entry })) ?? [];
    }
    disconnect() {
      observing -= 1;
    }
  }
  vi.stubGlobal('PerformanceObserver', Observer);
  return () => observing;
};

test.each([
  ['hidden', 500, { fcp_ms: 10, lcp_ms: 350 }],
  ['hidden', 49, { fcp_ms: 10, lcp_ms: 550 }],
  ['visible', 50, { fcp_ms: 10, lcp_ms: 550 }],
])('paints after the page was %s at %d ms, of a visit since 50 ms', (name, startTime, paints) => {
  const entries: Readonly<Record<string, readonly object[]>> = {
    navigation: [{ responseStart: 100.26, activationStart: 50 }],
    'visibility-state': [{ name, startTime }],
  };
  Object.assign(performance, { getEntriesByType: (type: string) => entries[type] ?? [] });
  const countObserving = measure({
    paint: [{ name: 'first-contentful-paint', startTime: 60.04 }],
    'largest-contentful-paint': [{ startTime: 400 }, { startTime: 600 }],
    'layout-shift': [{ startTime: 70, value: 0.123_456_7 }],
    resource: [],
  });
  try {
    start();
    expect(countObserving()).toBe(3);
    window.dispatchEvent(new Event('pagehide'));
    window.dispatchEvent(new Event('pagehide'));
    expect(told).toEqual([{ path: '/', ttfb_ms: 50.3, ...paints, inp_ms: undefined, cls: 0.1235 }]);
    expect(countObserving()).toBe(0);
  } finally {
    Reflect.deleteProperty(performance, 'getEntriesByType');
    vi.unstubAllGlobals();
  }
});

test('what the browser does not measure is left out, also a shift of nothing', () => {
  start();
  window.dispatchEvent(new Event('pagehide'));
  expect(told).toMatchObject([{ fcp_ms: undefined, lcp_ms: undefined, cls: undefined }]);
});

test('tells the path that was loaded, and nothing once its tracker is closed', () => {
  start();
  history.replaceState(null, '', '/later');
  window.dispatchEvent(new Event('pagehide'));
  expect(told).toMatchObject([{ path: '/' }]);
  start(`another ${project}`)?.();
  window.dispatchEvent(new Event('pagehide'));
  expect(told).toHaveLength(1);
});

test('in a tab that is opened in the background no paint says anything, as in Firefox, which tells only that it is hidden', () => {
  measure({ paint: [{ name: 'first-contentful-paint', startTime: 60 }] });
  changeVisibility('hidden');
  start();
  window.dispatchEvent(new Event('pagehide'));
  Reflect.deleteProperty(document, 'visibilityState');
  vi.unstubAllGlobals();
  expect(told).toMatchObject([{ fcp_ms: undefined }]);
});
