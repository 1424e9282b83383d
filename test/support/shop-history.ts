// Eight weeks of a made-up shop: visits, wallets, transactions, revenue, and a board with each type of chart.
import type { Chaintrail } from 'chaintrail/client';
import { IN_DAYS_SQL } from '../../src/dashboard/state/filter-sql.js';
import { eventually } from './eventually.js';
import { CHROME_USER_AGENT } from './user-agent.js';

export interface ShopHistory {
  /** The board with a chart of each type. */
  readonly boardId: string;
  /** A wallet with a long history. */
  readonly address: string;
}

/** The number of days. Traffic grows: half of the visits are drawn from the last half alone. */
const DAYS = 56;
const VISITORS = 150;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** At most fourteen events, each up to a minute after the one before. */
const LONGEST_VISIT_MS = 15 * MINUTE_MS;

const SOURCES = [
  { referrer: 'https://x.com/', utm_source: 'x', utm_medium: 'social', utm_campaign: 'spring' },
  { referrer: 'https://warpcast.com/' },
  { referrer: 'https://www.google.com/' },
  { referrer: 'https://discord.com/', ref: 'guild' },
  { utm_source: 'newsletter', utm_medium: 'email', utm_campaign: 'march' },
  {},
];
const PLACES = ['US', 'DE', 'BR', 'IN', 'CH', 'JP', 'NG'];
const APPS = [
  { provider_name: 'MetaMask', rdns: 'io.metamask' },
  { provider_name: 'Rabby Wallet', rdns: 'io.rabby' },
  { provider_name: 'Coinbase Wallet', rdns: 'com.coinbase.wallet' },
  { provider_name: 'Rainbow', rdns: 'me.rainbow' },
];
const CHAINS = [8453, 1, 10, 42161];
const PAGES = ['/', '/badges', '/badges/north-ridge', '/swap', '/about'];
const AGENTS = [
  CHROME_USER_AGENT,
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 14.5; rv:140.0) Gecko/20100101 Firefox/140.0',
];

/** Gives the same numbers in each run, so that screenshots differ only where the page does. */
function createDice(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    below: (limit: number) => Math.floor(next() * limit),
    /** Picks earlier items more often. */
    pick: <T>(items: readonly T[]): T => items[Math.floor(next() ** 1.8 * items.length)] as T,
    chance: (share: number) => next() < share,
    hex: (length: number) =>
      Array.from({ length }, () => Math.floor(next() * 16).toString(16)).join(''),
  };
}

type Events = Parameters<Chaintrail['events']['ingest']>[0];
type Event = Events[number];

function makeEvents(now: number): { readonly events: Event[]; readonly address: string } {
  const dice = createDice(7);
  const events: Event[] = [];
  const wallets = Array.from({ length: 40 }, () => `0x${dice.hex(40)}`);
  for (let visitor = 0; visitor < VISITORS; visitor += 1) {
    const anonymousId = `${dice.hex(8)}-${dice.hex(4)}-4${dice.hex(3)}-8${dice.hex(3)}-${dice.hex(12)}`;
    const origin = {
      ...dice.pick(SOURCES),
      location: dice.pick(PLACES),
      user_agent: dice.pick(AGENTS),
    };
    const hasWallet = dice.chance(0.45);
    const address = dice.pick(wallets);
    const app = dice.pick(APPS);
    const visits = 1 + dice.below(hasWallet ? 5 : 2);
    for (let visit = 0; visit < visits; visit += 1) {
      let at =
        now -
        dice.below(dice.chance(0.5) ? DAYS / 2 : DAYS) * DAY_MS -
        dice.below(600) * MINUTE_MS -
        20 * MINUTE_MS;
      // Before midnight as a whole: at some times of the day, the range of a test would begin with half a visit.
      if (at % DAY_MS > DAY_MS - LONGEST_VISIT_MS) at -= LONGEST_VISIT_MS;
      const add = (type: Event['type'], path: string, extra: Partial<Event> = {}) => {
        at += 20_000 + dice.below(40_000);
        events.push({
          type,
          channel: 'web',
          version: '0',
          anonymous_id: anonymousId,
          session_id: `${anonymousId}-${visit}`,
          message_id: crypto.randomUUID(),
          original_timestamp: new Date(at).toISOString(),
          sent_at: new Date(now).toISOString(),
          context: { ...origin, page_path: path, page_url: `https://shop.example${path}` },
          ...extra,
        } as Event);
      };
      for (let views = 1 + dice.below(3); views > 0; views -= 1) add('page', dice.pick(PAGES));
      if (dice.chance(0.3)) add('track', '/badges', { event: 'badge_viewed' });
      if (!hasWallet) continue;
      const chain = { chain_id: dice.pick(CHAINS) };
      if (dice.chance(0.1)) {
        add('track', '/badges', { event: 'wallet_connect_rejected', properties: app });
      }
      add('connect', '/badges', { address, properties: { ...chain, ...app } });
      const asked = { ...chain, value: '10000000000000000' };
      if (dice.chance(0.15)) {
        add('transaction', '/swap', { address, properties: { ...asked, status: 'started' } });
        add('transaction', '/swap', { address, properties: { ...asked, status: 'rejected' } });
      }
      if (dice.chance(0.6)) {
        const hash = `0x${dice.hex(64)}`;
        const sent = { ...asked, transaction_hash: hash };
        add('transaction', '/swap', { address, properties: { ...asked, status: 'started' } });
        add('transaction', '/swap', { address, properties: { ...sent, status: 'broadcasted' } });
        add('transaction', '/swap', { address, properties: { ...sent, status: 'confirmed' } });
        const revenue = 4 + dice.below(400) / 10;
        const properties = { revenue, volume: revenue * 30, points: 10, currency: 'USD' };
        add('track', '/swap', { address, event: 'badge_minted', properties });
      }
      if (dice.chance(0.25)) {
        const status = dice.chance(0.2) ? 'rejected' : 'confirmed';
        add('signature', '/badges', { address, properties: { ...chain, status: 'requested' } });
        add('signature', '/badges', { address, properties: { ...chain, status } });
      }
    }
  }
  return { events, address: wallets[0] as string };
}

const COUNT =
  'SELECT toDate(timestamp) AS day, count() AS events, uniqExact(anonymous_id) AS visitors';
const STEPS = [
  { type: 'event', event: 'page' },
  { type: 'event', event: 'connect' },
  { type: 'track', event: 'badge_minted' },
] as const;

/** One chart of each of the nine types. All cover the selected days, except for the number, which covers all time. */
const CHARTS = [
  {
    chart_type: 'number',
    title: 'Badges minted',
    description: 'All time',
    query: "SELECT count() AS minted FROM events WHERE event = 'badge_minted'",
  },
  { chart_type: 'funnel', title: 'Visit to mint', steps: [...STEPS] },
  {
    chart_type: 'pie',
    title: 'Devices',
    query: `SELECT device, count() AS events FROM events WHERE type = 'page' AND ${IN_DAYS_SQL} GROUP BY device`,
    y_axis: ['events'],
  },
  {
    chart_type: 'line',
    title: 'Events and visitors',
    query: `${COUNT} FROM events WHERE ${IN_DAYS_SQL} GROUP BY day ORDER BY day`,
    x_axis: 'day',
    y_axis: ['events', 'visitors'],
  },
  {
    chart_type: 'bar',
    title: 'Places',
    query: `SELECT location, count() AS events FROM events WHERE ${IN_DAYS_SQL} GROUP BY location ORDER BY events DESC`,
    x_axis: 'location',
    y_axis: ['events'],
  },
  {
    chart_type: 'stacked',
    title: 'Events by type',
    query: `SELECT toDate(timestamp) AS day, type, count() AS events FROM events WHERE ${IN_DAYS_SQL} GROUP BY day, type ORDER BY day LIMIT 1000`,
    x_axis: 'day',
    y_axis: ['events'],
    group_by: 'type',
  },
  {
    chart_type: 'table',
    title: 'Wallets by revenue',
    query: `SELECT address, sum(revenue) AS revenue, count() AS events FROM events WHERE address != '' AND ${IN_DAYS_SQL} GROUP BY address ORDER BY revenue DESC LIMIT 8`,
  },
  {
    chart_type: 'user_paths',
    title: 'Ways through the shop',
    settings: { maxSteps: 4, nodesPerStep: 4 },
  },
  { chart_type: 'retention', title: 'Who comes back', settings: { period: 'week' } },
] as const;

/** Stores all events and charts, and resolves once the API returns them. */
export async function tellShopHistory(
  client: Chaintrail,
  writeKey: string,
  now = Date.now(),
): Promise<ShopHistory> {
  const { events, address } = makeEvents(now);
  for (let from = 0; from < events.length; from += 500) {
    await client.events.ingest(events.slice(from, from + 500), { writeKey });
  }
  const wallets = new Set(events.flatMap(({ address: one }) => one ?? []));
  await eventually(async () => {
    const days = { date_from: new Date(now - 60 * DAY_MS).toISOString().slice(0, 10) };
    const [kpis, sources, profiles] = await Promise.all([
      client.analytics.kpis(days),
      client.analytics.topSources(days),
      client.profiles.search({ limit: 1 }),
    ]);
    return (
      kpis.data[0]?.events === events.length &&
      sources.rows > 0 &&
      profiles.meta.total === wallets.size
    );
  });
  const board = await client.boards.create({
    title: 'Growth',
    description: 'What the team looks at on Mondays',
  });
  for (const chart of CHARTS) {
    await client.charts.create(board.id, { ...chart } as Parameters<
      typeof client.charts.create
    >[1]);
  }
  return { boardId: board.id, address };
}
