// Every column that enrichment fills exists in the engine and keeps its value.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { WireEvent } from '../../../src/protocol/events.js';
import { createEnricher } from '../../../src/server/events/enrich.js';
import { serialise } from '../../../src/server/events/serialise.js';
import { createCleanup } from '../../support/cleanup.js';
import { createTestDirectory } from '../../support/temporary-directory.js';
import { openTestAnalytics } from '../database/analytics/open-test-analytics.js';

const cleanUp = createCleanup();

const event: WireEvent = {
  type: 'track',
  event: 'buy',
  channel: 'web',
  version: '0',
  anonymous_id: 'visitor',
  user_id: 'person',
  address: '0x00000000219ab540356cBB839Cbe05303d7705Fa',
  properties: { revenue: '12.5', volume: 3, points: 4, builder_codes: ['baseapp', 'privy'] },
  context: {
    user_agent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    browser: 'metamask',
    locale: 'de-DE',
    timezone: 'Europe/Berlin',
    referrer: 'https://www.blog.example.org/post',
    ref: 'friend',
    utm_source: 'x',
    utm_medium: 'social',
    utm_campaign: 'launch',
    utm_content: 'a',
    utm_term: 'b',
    page_title: 'Shop',
    page_url: 'https://app.example.com/shop',
    page_path: '/shop',
    library_name: 'chaintrail',
    library_version: '0.1.0',
    screen_width: 1,
    screen_height: 2,
    viewport_width: 3,
    viewport_height: 4,
    screen_density: 2.5,
  },
};

const store = async (sent: WireEvent) => {
  const path = await createTestDirectory(cleanUp);
  const database = await openTestAnalytics({ directory: join(path, 'analytics') });
  cleanUp(() => database.close());
  const row = createEnricher()(sent, {
    projectId: 'prj',
    receivedAt: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
    newMessageId: () => 'made',
    caller: { address: '192.0.2.7', userAgent: 'Mozilla/5.0' },
    salt: 'salt',
  });
  const file = join(path, 'rows.ndjson');
  await writeFile(file, `${serialise(row)}\n`);
  await database.load({ table: 'events', file, token: 'one' });
  return { database, row };
};

it('keeps every column of a row', async () => {
  const { database, row } = await store(event);

  const { data } = await database.query('SELECT *, referrer FROM events');
  const texts = {
    properties: JSON.stringify(row.properties),
    context: JSON.stringify(row.context),
    extra: JSON.stringify(row.extra),
  };
  expect(data).toEqual([{ ...row, ...texts, referrer: 'blog.example.org' }]);
  expect(row).toMatchObject({
    location: 'DE',
    browser: 'metamask',
    is_bot: 1,
    channel_type: 'Referrals',
    builder_codes: ['baseapp', 'privy'],
    session_id: expect.stringMatching(/^[\w-]{22}$/),
  });
});

it('stores properties with numbers of more than 64 bits', async () => {
  const amounts = [1e20, 2 ** 64, 123_456_789_012_345_680_000, -(2 ** 63), 2 ** 63];
  const properties = { chain_id: 1, status: 'confirmed', amounts };
  const { database } = await store({ ...event, type: 'transaction', event: null, properties });
  const { data } = await database.query(
    `SELECT chain_id, transaction_status, JSONExtract(properties, 'amounts', 'Array(Float64)') AS amounts
     FROM events`,
  );
  expect(data).toEqual([{ chain_id: '1', transaction_status: 'confirmed', amounts }]);
});
