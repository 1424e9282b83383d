// @vitest-environment happy-dom
// A plugin that throws on a page is reported to the app and does not affect anything else.
import { afterEach, expect, test } from 'vitest';
import { createTracker } from '../../../src/browser/create-tracker.js';
import type { Plugin, Tracker } from '../../../src/core/tracker-types.js';
import { enterOrigin } from '../fakes/origin.js';

const trackers: Tracker[] = [];
const open = (...plugins: Plugin[]) => {
  enterOrigin('https://dapp.example/');
  const faults: string[] = [];
  const seen: (string | null)[] = [];
  const watcher: Plugin = {
    name: 'watcher',
    enrich: (event) => {
      seen.push(event.event);
      return null;
    },
  };
  const tracker = createTracker({
    writeKey: 'key',
    apiHost: 'https://stats.example',
    plugins: [...plugins, watcher],
    bots: true,
    pageViews: false,
    onError: ({ code, message }) => faults.push(`${code}: ${message}`),
  });
  trackers.push(tracker);
  return { tracker, faults, seen };
};
const fail = (): never => {
  throw new Error('out of order');
};

afterEach(async () => {
  for (const tracker of trackers.splice(0)) await tracker.close();
});

test.each(['setup', 'enrich'] as const)(
  'reports a plugin that throws in %s, and still records the event',
  (step) => {
    const { tracker, faults, seen } = open({ name: 'broken', [step]: fail });
    tracker.track('swap');
    expect(seen).toEqual(['swap']);
    expect(faults).toEqual([
      expect.stringContaining(`plugin: The plugin "broken" threw in ${step}`),
    ]);
  },
);

test('reports a plugin that throws in dispose, and still disposes the others', async () => {
  let isGone = false;
  const last = {
    name: 'last',
    setup: () => () => {
      isGone = true;
    },
  };
  const { tracker, faults } = open({ name: 'broken', setup: () => fail }, last);
  await tracker.close();
  expect(faults).toEqual([expect.stringContaining('"broken" threw in dispose')]);
  expect(isGone).toBe(true);
});
