// The SDK without a page, as during server-side rendering.
import { expect, test } from 'vitest';
import { createTracker, TrackerError } from '../../src/browser/index.js';
import { outboundLinks } from '../../src/browser/plugins/outbound-links.js';
import { pageViews } from '../../src/browser/plugins/page-views.js';
import { webVitals } from '../../src/browser/plugins/web-vitals.js';
import { eip6963 } from '../../src/wallets/eip6963.js';
import { createWorld, openPage } from '../core/fakes.js';
import { watchWarnings } from './fakes/console.js';

const options = { writeKey: 'key', apiHost: 'https://events.example.com' };
const warnings = watchWarnings();

test('a tracker does nothing there, and warns once with the name of the call', async () => {
  expect(typeof document).toBe('undefined');
  const plugins = [outboundLinks(), pageViews(), webVitals(), eip6963()];
  const tracker = createTracker({ ...options, plugins });
  expect(warnings()).toEqual([]);
  tracker.track('swap');
  tracker.page();
  tracker.connect({ address: '0x0' });
  expect(warnings()).toEqual([
    expect.stringMatching(/^chaintrail: track\(\) did nothing.*no page.*chaintrail\/node/),
  ]);
  await tracker.flush();
  await tracker.close();
  expect(tracker.stats()).toMatchObject({ accepted: 0, queued: 0 });
  expect(tracker.anonymousId()).toBe('');
});

test('wrong options throw there, too', () => {
  expect(() => createTracker({ ...options, writeKey: '' })).toThrow(TrackerError);
});

test('a tracker has the same verbs there as on a page', () => {
  const verbs = (tracker: object) => Object.keys(tracker).sort();
  const onPage = openPage(createWorld()).tracker;
  const { isGranted: _1, refresh: _2, writeKey: _3, ...own } = onPage;
  expect(verbs(createTracker(options))).toEqual(verbs(own));
});
