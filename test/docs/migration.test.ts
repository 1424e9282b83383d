// The snippets of the page on migration convert exports into events; each is run on lines in the
// documented format of its tool.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compile } from '../../src/protocol/check.js';
import { eventSchema } from '../../src/protocol/events.js';
import { prepareEvent } from '../../src/server/send/prepare-event.js';
import { run } from '../support/run.js';
import { snippetsOf } from '../support/snippets.js';
import { createTemporaryDirectory } from '../support/temporary-directory.js';

const check = compile(eventSchema);

const EXPORTS: Readonly<Record<string, readonly object[]>> = {
  segment: [
    {
      type: 'page',
      anonymousId: 'a-1',
      userId: null,
      messageId: 'm-1',
      timestamp: '2026-01-02T03:04:05.678Z',
      properties: { url: 'https://shop.example/a' },
      context: {
        page: { url: 'https://shop.example/a', path: '/a', referrer: 'https://x.com/' },
        campaign: { name: 'spring', source: 'x', medium: 'social' },
        sessionId: 1767323045,
        userAgent: 'Mozilla/5.0',
      },
    },
    { type: 'identify', anonymousId: 'a-1', userId: 'u-1', traits: { plan: 'pro' } },
    { type: 'track', event: 'Minted', userId: 'u-1', properties: { revenue: 12 }, context: {} },
    { type: 'group', groupId: 'acme' },
  ],
  posthog: [
    {
      uuid: '0190-1',
      event: '$pageview',
      distinct_id: 'd-1',
      timestamp: '2026-01-02 03:04:05.678000',
      properties: JSON.stringify({
        $lib: 'web',
        $device_id: 'd-1',
        $session_id: 's-1',
        $current_url: 'https://shop.example/a',
        $pathname: '/a',
        $referrer: '$direct',
        $geoip_country_code: 'CH',
        utm_source: 'x',
        gclid: 'g',
        token: 'phc_x',
      }),
    },
    {
      uuid: '0190-2',
      event: '$identify',
      distinct_id: 'u-1',
      timestamp: '2026-01-02T03:04:06+00:00',
      properties: {
        $lib: 'web',
        $device_id: 'd-1',
        $anon_distinct_id: 'd-1',
        $set: { plan: 'pro' },
      },
    },
    {
      uuid: '0190-3',
      event: 'minted',
      distinct_id: 'u-1',
      timestamp: '2026-01-02T03:04:07Z',
      properties: { $lib: 'web', $device_id: 'd-1', revenue: 12 },
    },
    { uuid: '0190-4', event: '$autocapture', distinct_id: 'd-1', properties: {} },
  ],
  amplitude: [
    {
      event_type: '[Amplitude] Page Viewed',
      event_time: '2026-01-02 03:04:05.678000',
      device_id: 'd-1',
      user_id: null,
      session_id: 1767323045000,
      $insert_id: 'i-1',
      platform: 'Web',
      event_properties: {
        '[Amplitude] Page URL': 'https://shop.example/a',
        '[Amplitude] Page Path': '/a',
      },
      user_properties: { utm_source: 'x', referrer: 'https://x.com/', plan: 'pro' },
    },
    {
      event_type: 'minted',
      event_time: '2026-01-02 03:04:06.000000',
      device_id: 'd-1',
      user_id: 'u-1',
      session_id: -1,
      uuid: 'i-2',
      platform: 'Web',
      event_properties: { revenue: 12 },
      user_properties: {},
    },
    { event_type: '$identify', event_time: '2026-01-02 03:04:06.000000', device_id: 'd-1' },
    { event_type: 'session_start', event_time: '2026-01-02 03:04:05.000000', device_id: 'd-1' },
  ],
  snowplow: [
    {
      event_name: 'page_view',
      event_id: 'e-1',
      platform: 'web',
      domain_userid: 'd-1',
      user_id: null,
      domain_sessionid: 's-1',
      derived_tstamp: '2026-01-02 03:04:05.678',
      page_url: 'https://shop.example/a',
      page_urlpath: '/a',
      page_referrer: null,
      mkt_source: 'x',
    },
    {
      event_name: 'event',
      event_id: 'e-2',
      platform: 'web',
      domain_userid: 'd-1',
      user_id: 'u-1',
      domain_sessionid: 's-1',
      derived_tstamp: '2026-01-02 03:04:06.000 UTC',
      se_category: 'badges',
      se_action: 'minted',
      se_value: 12,
    },
    { event_name: 'page_ping', event_id: 'e-3' },
  ],
};

const AT = '2026-01-02T03:04:05.678';
const PAGE = {
  type: 'page',
  channel: 'web',
  context: { page_path: '/a', page_url: 'https://shop.example/a', utm_source: 'x' },
};

const EXPECTED: Readonly<Record<string, readonly object[]>> = {
  segment: [
    { ...PAGE, anonymous_id: 'a-1', message_id: 'm-1', session_id: 'a-1-1767323045' },
    { type: 'identify', user_id: 'u-1', properties: { plan: 'pro' } },
    { type: 'track', event: 'Minted', channel: 'server', properties: { revenue: 12 } },
  ],
  posthog: [
    { ...PAGE, anonymous_id: 'd-1', message_id: '0190-1', session_id: 's-1', properties: {} },
    { type: 'identify', anonymous_id: 'd-1', user_id: 'u-1', properties: { plan: 'pro' } },
    { type: 'track', event: 'minted', anonymous_id: 'd-1', properties: { revenue: 12 } },
  ],
  amplitude: [
    { ...PAGE, anonymous_id: 'd-1', message_id: 'i-1', session_id: 'd-1-1767323045000' },
    { type: 'track', event: 'minted', user_id: 'u-1', properties: { revenue: 12 } },
  ],
  snowplow: [
    { ...PAGE, anonymous_id: 'd-1', message_id: 'e-1', session_id: 's-1' },
    { type: 'track', event: 'minted', user_id: 'u-1', properties: { se_value: 12 } },
  ],
};

it.each(Object.keys(EXPORTS))('converts an export of %s into events', async (tool) => {
  const folder = await createTemporaryDirectory();
  for (const { code } of snippetsOf('src/server/docs/pages/migration.md')) {
    const [, name] = /^\/\/ (\w+\.mjs)/.exec(code) ?? [];
    if (name !== undefined) writeFileSync(join(folder.path, name), code);
  }
  const lines = EXPORTS[tool]?.map((row) => JSON.stringify(row)).join('\n') ?? '';
  writeFileSync(join(folder.path, 'export.ndjson'), `${lines}\n\n`);
  const { stdout, status, output } = await run(
    'sh',
    ['-c', `${JSON.stringify(process.execPath)} convert.mjs ./${tool}.mjs < export.ndjson`],
    { cwd: folder.path },
  );
  await folder.remove();
  expect(status, output).toBe(0);
  const made = stdout.trim().split('\n');
  const events = made.map((text, index) => {
    const prepared = prepareEvent({ number: index + 1, text, endByte: 0 }, 'import');
    return prepared.kind === 'event' ? JSON.parse(prepared.json) : prepared;
  });
  expect(events).toMatchObject(EXPECTED[tool] ?? []);
  expect(events.flatMap(check)).toEqual([]);
  expect(events[0].original_timestamp.startsWith(AT)).toBe(true);
});
