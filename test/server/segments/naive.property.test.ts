// The wallets of a segment are those of a simple model, for random events and segments.
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { Segment } from '../../../src/protocol/segments/segment.js';
import { createCleanup } from '../../support/cleanup.js';
import type { ModelWallet } from '../profiles/naive-search.js';
import {
  eventRow,
  type ProfilesUnderTest,
  type Sent,
  startProfiles,
} from '../profiles/profiles-under-test.js';
import { isInSegment, type ModelEvent, walletOf } from './naive-segment.js';
import { type Content, type Draw, drawn, IDLE } from './random-segments.js';

const cleanUp = createCleanup();
/** The day after a leap day. The clock of the test stands half an hour before its end. */
const TODAY = Date.UTC(2024, 2, 1);
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const NOW = TODAY + DAY_MS - 30 * MINUTE_MS;
const segments: Segment[] = [];
let profiles: ProfilesUnderTest;

beforeAll(async () => {
  profiles = await startProfiles(() => NOW, {
    list: async () => ({ rows: segments, total: segments.length }),
    find: async (projects, id) =>
      segments.find((one) => one.id === id && projects.includes(one.project_id)),
    async insert(segment) {
      const stored = { ...structuredClone(segment), created_at: new Date(NOW).toISOString() };
      segments.push(stored);
      return stored;
    },
    remove: async () => false,
  });
  cleanUp(profiles.close);
});

/** One drawn event as rows of the database and as an event of the model. */
function madeOf(draw: Draw): { readonly rows: object[]; readonly model: ModelEvent } {
  const { project, type, isBot, location, source, page, revenue, session } = draw;
  const at = TODAY - draw.daysAgo * DAY_MS + draw.minutes * MINUTE_MS + draw.milliseconds;
  const properties = { ...draw.properties, ...(revenue === undefined ? {} : { revenue }) };
  const event = type === 'track' || type === 'decoded_log' ? draw.name : null;
  const agent = isBot ? { user_agent: 'Googlebot/2.1 (+http://www.google.com/bot.html)' } : {};
  const sent: Sent = {
    ...{ at, project, type, event, properties, address: draw.address, session_id: session },
    context: { location, utm_source: source, page_path: page, ...agent },
  };
  const address = draw.address ?? '';
  // The address is stored as it was sent, because rows of other versions may not be normalized.
  const row = { ...JSON.parse(eventRow(sent)), address };
  return {
    rows: draw.isTwice ? [row, row] : [row],
    model: {
      ...{ project, at, type, event: event ?? '', address, isBot, session, properties },
      columns: { page, location, utm_source: source },
    },
  };
}

const modelOf = (
  address: string,
  events: readonly ModelEvent[],
  label: string | undefined,
): ModelWallet => {
  const own = events.filter((one) => walletOf(one.address) === address);
  const [first, last] = [
    Math.min(...own.map(({ at }) => at)),
    Math.max(...own.map(({ at }) => at)),
  ];
  const known = own.length > 0;
  return {
    address,
    users: {
      num_sessions: known ? new Set(own.map(({ session }) => session)).size : null,
      first_seen: known ? first : null,
      last_seen: known ? last : null,
    },
    ...{ chains: [], apps: [], tokens: [] },
    labels: label === undefined ? [] : [{ tag_id: 'vip', value: label }],
  };
};

/** The segment with times as numbers and tags in lower case, as the model compares them. */
const asModelled = (segment: Segment): Segment => ({
  ...segment,
  conditions: segment.conditions.map((one) => ({
    ...one,
    field: one.field.toLowerCase(),
    value: one.field.endsWith('_seen') ? Date.parse(String(one.value)) : one.value,
  })),
});

const TABLES = ['events', 'wallet_profiles', 'wallet_labels', 'wallet_imports', 'profiles'];

async function load(rows: readonly object[], labels: Readonly<Record<string, string>>) {
  for (const table of TABLES) await profiles.database.execute(`TRUNCATE TABLE ${table}`);
  if (rows.length > 0) await profiles.load('events', rows);
  await profiles.load('wallet_imports', [{ project_id: 'prj_1', wallet: IDLE }]);
  const labelled = Object.entries(labels).map(([address, value]) => ({
    ...{ project_id: 'prj_1', wallet: address, tag_id: 'vip', value, version: 1 },
  }));
  if (labelled.length > 0) await profiles.load('wallet_labels', labelled);
  await profiles.refresh();
}

async function foundIn(content: Content) {
  const body = { name: 's', ...content };
  const made = await profiles.call('POST', '/v0/segments?project_id=prj_1', body);
  expect(made.status, JSON.stringify({ made, content })).toBe(201);
  const path = `/v0/profiles?segment_id=${made.body.id}&limit=1000`;
  const { status, body: found } = await profiles.call('POST', path, {});
  expect(status, JSON.stringify({ found, content })).toBe(200);
  const wallets = found.data.map(({ address }: { address: string }) => walletOf(address));
  return { segment: made.body as Segment, wallets: wallets.sort() };
}

it('finds the same wallets as the model', () =>
  fc.assert(
    fc.asyncProperty(drawn, async ({ events: draws, labels, contents }) => {
      const made = draws.map(madeOf);
      await load(
        made.flatMap(({ rows }) => rows),
        labels,
      );
      const events = made.map(({ model }) => model);
      const known = events.filter(
        ({ project, isBot, address }) => project === 'prj_1' && !isBot && address !== '',
      );
      const addresses = [
        ...known.map(({ address }) => walletOf(address)),
        ...[IDLE, ...Object.keys(labels)],
      ];
      const wallets = [...new Set(addresses)].map((one) => modelOf(one, known, labels[one]));
      for (const content of contents) {
        const { segment, wallets: found } = await foundIn(content);
        const expected = wallets
          .filter((one) => isInSegment(one, asModelled(segment), { events, today: TODAY }))
          .map(({ address }) => address);
        expect({ content, found }).toEqual({ content, found: expected.sort() });
      }
    }),
    { numRuns: 5, endOnFailure: true },
  ));
