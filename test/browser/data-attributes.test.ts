// The attributes of a <script> as options of its tracker.
import { expect, test } from 'vitest';
import { readDataAttributes } from '../../src/browser/data-attributes.js';

test('each kind of option is parsed from its attribute', () => {
  const { options, faults } = readDataAttributes({
    writeKey: ' key ',
    apiHost: 'https://stats.example',
    debug: '',
    wallets: 'false',
    pageViews: 'true',
    consent: 'pending',
    sampleRate: '0.25',
    sessionIdleMinutes: '15',
    excludePaths: '/admin/*, /beta',
    privacyHash: 'true',
  });
  expect(faults).toEqual([]);
  expect(options).toEqual({
    writeKey: 'key',
    apiHost: 'https://stats.example',
    debug: true,
    wallets: false,
    pageViews: true,
    consent: 'pending',
    sampleRate: 0.25,
    sessionIdleMinutes: 15,
    exclude: { paths: ['/admin/*', '/beta'] },
    privacy: { hash: true },
  });
});

test('data-wallets="no-receipts" turns the polling of receipts off', () => {
  const { options, faults } = readDataAttributes({ wallets: 'no-receipts' });
  expect(options).toEqual({ wallets: { receipts: false } });
  expect(faults).toEqual([]);
});

test('data-privacy-messages="off" leaves out even the hash of signed messages', () => {
  const { options, faults } = readDataAttributes({ privacyMessages: 'off' });
  expect(options).toEqual({ privacy: { messages: 'off' } });
  expect(faults).toEqual([]);
});

test('attributes of other scripts are ignored', () => {
  const { options, faults } = readDataAttributes({ cfasync: 'false', turboTrack: 'reload' });
  expect(options).toEqual({});
  expect(faults).toEqual([]);
});

test.each([
  ['data-write-key', { writeKey: '  ' }],
  ['data-debug', { debug: 'yes' }],
  ['data-sample-rate', { sampleRate: '20' }],
  ['data-sample-rate', { sampleRate: '' }],
  ['data-session-idle-minutes', { sessionIdleMinutes: 'NaN' }],
  ['data-flush-at', { flushAt: '-1' }],
  ['data-flush-at', { flushAt: '' }],
  ['data-privacy-hash', { privacyHash: '1' }],
  ['data-referral-path', { referralPath: '^/r/([^/]+' }],
])('%s: an invalid value is ignored and reported', (attribute, dataset) => {
  const { options, faults } = readDataAttributes(dataset);
  const [text] = Object.values(dataset);
  expect(faults).toEqual([`${attribute}="${text}"`]);
  expect(options).toEqual({});
});

test.each([
  ['data-consent', { consent: 'Granted' }, { consent: 'pending' }],
  ['data-consent', { consent: '' }, { consent: 'pending' }],
  ['data-cookieless', { cookieless: '1' }, { cookieless: true }],
  ['data-dnt', { dnt: 'yes' }, { dnt: true }],
  ['data-privacy-messages', { privacyMessages: 'Off' }, { privacy: { messages: 'off' } }],
])(
  '%s: an invalid value counts as the strictest one and is reported',
  (attribute, dataset, taken) => {
    const { options, faults } = readDataAttributes(dataset);
    const [text] = Object.values(dataset);
    expect(faults).toEqual([`${attribute}="${text}"`]);
    expect(options).toEqual(taken);
  },
);
