// @vitest-environment happy-dom
// What the web vitals tell of the page's address.
import { expect, test } from 'vitest';
import { webVitals } from '../../../src/browser/plugins/web-vitals.js';
import type { PluginHost, Properties, Tracker } from '../../../src/core/tracker-types.js';
import { enterOrigin } from '../fakes/origin.js';

test('a secret in the path is hidden, as it is in the context', () => {
  enterOrigin('https://dapp.example/');
  history.replaceState(null, '', '/invite/eyJhbGciOi.eyJzdWIi.c2lnbmF0dXJl');
  const told: unknown[] = [];
  const tracker = { track: (_: string, properties?: Properties) => told.push(properties?.path) };
  const fault = (cause: unknown) => told.push(cause);
  webVitals().setup?.(tracker as unknown as Tracker, { fault } as unknown as PluginHost);
  window.dispatchEvent(new Event('pagehide'));
  expect(told).toEqual(['/invite/redacted']);
});
