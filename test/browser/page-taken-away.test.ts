// @vitest-environment happy-dom
// Tests of apps leave trackers open while their environment removes the page.
import { expect, it, onTestFinished, vi } from 'vitest';
import { createTracker } from '../../src/browser/create-tracker.js';

it('timers of a tracker that was left open do nothing after the page is gone', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async () => new Response('{"successful_rows":1}'));
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  const faults: string[] = [];
  createTracker({
    writeKey: 'key',
    apiHost: 'http://127.0.0.1:9',
    onError: ({ code }) => faults.push(code),
  });
  for (const name of ['document', 'window', 'navigator', 'location', 'history', 'localStorage'])
    vi.stubGlobal(name, undefined);
  await vi.advanceTimersByTimeAsync(150_000);
  // There is no IndexedDB here, and now no other storage either: this is reported, and nothing
  // throws.
  expect(faults).toEqual(['storage']);
});
