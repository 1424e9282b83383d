// @vitest-environment happy-dom
// An app's tests leave trackers open, and their environment takes the page away from them.
import { expect, it, onTestFinished, vi } from 'vitest';
import { createTracker } from '../../src/browser/create-tracker.js';

it('a tracker that is left open lets the timers of a page that is gone do nothing', async () => {
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
  // There is no IndexedDB here, and from now on nowhere else to keep events: the app is told, not stopped.
  expect(faults).toEqual(['storage']);
});
