// @vitest-environment happy-dom
// Two trackers with one write key on a page, such as a script tag's and an app's own.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BrowserOptions } from '../../src/browser/browser-options.js';
import { createTracker } from '../../src/browser/create-tracker.js';
import { enterOrigin } from './fakes/origin.js';

const OPTIONS: BrowserOptions = {
  writeKey: 'key',
  apiHost: 'http://127.0.0.1:9',
  consent: 'pending',
  pageViews: false,
  wallets: false,
};

beforeEach(() => {
  vi.useFakeTimers();
  enterOrigin('http://localhost');
});
afterEach(() => {
  vi.useRealTimers();
});

test('consent given to one reaches another that is pending, though no storage event fires in the same page', async () => {
  const [one, other] = [createTracker(OPTIONS), createTracker(OPTIONS)];
  // Longer than a tracker keeps checking for recent changes after its start.
  await vi.advanceTimersByTimeAsync(5_000);
  one.consent('granted');
  expect(other.consent()).toBe('pending');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(other.consent()).toBe('granted');
  void one.close();
  void other.close();
  await vi.advanceTimersByTimeAsync(60_000);
});

test('a closed tracker no longer checks for changes of consent', async () => {
  const [one, other] = [createTracker(OPTIONS), createTracker(OPTIONS)];
  void other.close();
  await vi.advanceTimersByTimeAsync(60_000);
  one.consent('granted');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(other.consent()).toBe('pending');
  void one.close();
  await vi.advanceTimersByTimeAsync(60_000);
});
