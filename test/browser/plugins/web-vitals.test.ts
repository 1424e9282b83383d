// @vitest-environment happy-dom
// What the web vitals plugin sends: the path without secrets, and times since the visit began.
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

test('hides secrets in the path, as the context does', () => {
  history.replaceState(null, '', '/invite/eyJhbGciOi.eyJzdWIi.c2lnbmF0dXJl');
  start();
  window.dispatchEvent(new Event('pagehide'));
  expect(told).toMatchObject([{ path: '/invite/redacted' }]);
});

test('measures the times of a prerendered page from when it was shown', () => {
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

test('successive trackers of one project send once a page, other projects send their own', () => {
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

test('a tab opened in the background sends when it is left, not when it is first shown', () => {
  start();
  changeVisibility('visible');
  expect(told).toEqual([]);
  changeVisibility('hidden');
  Reflect.deleteProperty(document, 'visibilityState');
  expect(told).toHaveLength(1);
});

/**
 * Stubs PerformanceObserver with entries that are still undelivered when the page is hidden;
 * returns the count of active observers.
 */
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

test('leaves out what the browser does not measure, such as layout shifts', () => {
  start();
  window.dispatchEvent(new Event('pagehide'));
  expect(told).toMatchObject([{ fcp_ms: undefined, lcp_ms: undefined, cls: undefined }]);
});

test('sends the path that was loaded, and nothing once its tracker is closed', () => {
  start();
  history.replaceState(null, '', '/later');
  window.dispatchEvent(new Event('pagehide'));
  expect(told).toMatchObject([{ path: '/' }]);
  start(`another ${project}`)?.();
  window.dispatchEvent(new Event('pagehide'));
  expect(told).toHaveLength(1);
});

test('ignores paints in a tab opened in the background, also where the browser, as Firefox, has no visibility entries', () => {
  measure({ paint: [{ name: 'first-contentful-paint', startTime: 60 }] });
  changeVisibility('hidden');
  start();
  window.dispatchEvent(new Event('pagehide'));
  Reflect.deleteProperty(document, 'visibilityState');
  vi.unstubAllGlobals();
  expect(told).toMatchObject([{ fcp_ms: undefined }]);
});
