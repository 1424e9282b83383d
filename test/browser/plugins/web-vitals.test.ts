// @vitest-environment happy-dom
// What the web vitals tell: the page's address without its secrets, and times since the visitor came.
import { beforeEach, expect, test } from 'vitest';
import { webVitals } from '../../../src/browser/plugins/web-vitals.js';
import type { PluginHost, Properties, Tracker } from '../../../src/core/tracker-types.js';
import { enterOrigin } from '../fakes/origin.js';

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
