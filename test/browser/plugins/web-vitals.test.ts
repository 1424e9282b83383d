// @vitest-environment happy-dom
// What the web vitals tell: the page's address without its secrets, and times since the visitor came.
import { beforeEach, expect, test } from 'vitest';
import { webVitals } from '../../../src/browser/plugins/web-vitals.js';
import type { PluginHost, Properties, Tracker } from '../../../src/core/tracker-types.js';
import { enterOrigin } from '../fakes/origin.js';

let told: unknown[];

beforeEach(() => {
  enterOrigin('https://dapp.example/');
  told = [];
});

const start = () => {
  const tracker = { track: (_: string, properties?: Properties) => told.push(properties) };
  const fault = (cause: unknown) => told.push(cause);
  webVitals().setup?.(tracker as unknown as Tracker, { fault } as unknown as PluginHost);
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
