// @vitest-environment happy-dom
// Two trackers of one write key in a page, such as a script tag's beside an app's own.
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

test('a choice told to one reaches another that waits, which no storage event does', async () => {
  const [one, other] = [createTracker(OPTIONS), createTracker(OPTIONS)];
  // Longer than either looks for what was just written as it began.
  await vi.advanceTimersByTimeAsync(5_000);
  one.consent('granted');
  expect(other.consent()).toBe('pending');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(other.consent()).toBe('granted');
  void one.close();
  void other.close();
  await vi.advanceTimersByTimeAsync(60_000);
});

test('one that is closed looks no more', async () => {
  const [one, other] = [createTracker(OPTIONS), createTracker(OPTIONS)];
  void other.close();
  await vi.advanceTimersByTimeAsync(60_000);
  one.consent('granted');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(other.consent()).toBe('pending');
  void one.close();
  await vi.advanceTimersByTimeAsync(60_000);
});
