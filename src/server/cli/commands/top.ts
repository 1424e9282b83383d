// `chaintrail top`: prints ranked lists of sources, events, pages, locations, wallets and chains.
import type { Chaintrail } from '../../../client/chaintrail.js';
import { SOURCE_COLUMNS } from '../../../protocol/analytics/dimensions.js';
import { WALLET_ORDERS } from '../../../protocol/analytics/top-lists.js';
import { ANALYTICS_LIMIT } from '../../../protocol/limits.js';
import { type Call, type Command, UsageError } from '../command.js';
import { rowTable } from '../row-table.js';
import { API_OPTIONS, withApi } from '../with-api.js';

interface Answer {
  readonly data: readonly object[];
  readonly meta: readonly { readonly name: string; readonly type: string }[];
  readonly rows: number;
  readonly rows_before_limit_at_least?: number | undefined;
}

interface Range {
  readonly date_from: string | undefined;
  readonly date_to: string | undefined;
  readonly limit: number;
}

type Ask = (client: Chaintrail, range: Range, call: Call) => Promise<Answer>;

const LISTS: Readonly<Record<string, Ask>> = {
  sources: ({ analytics }, range, call) =>
    analytics.topSources({ ...range, metric_column: by(call, SOURCE_COLUMNS) }),
  events: ({ analytics }, range, call) =>
    analytics.topEvents({ ...range, type: call.switched('custom') ? 'custom' : undefined }),
  pages: ({ analytics }, range) => analytics.topPages(range),
  locations: ({ analytics }, range) => analytics.topLocations(range),
  wallets: ({ analytics }, range, call) =>
    analytics.topWallets({ ...range, order_by: by(call, WALLET_ORDERS) }),
  chains: ({ analytics }, range) => analytics.topChains(range),
};

/**
 * The lists for which an option is valid. On another list it would silently change nothing, so it is refused.
 */
const OF_LISTS: Readonly<Record<string, readonly string[]>> = {
  by: ['sources', 'wallets'],
  custom: ['events'],
};

function by<const T extends string>(call: Call, words: readonly T[]): T | undefined {
  const given = call.optional('by');
  const known = words.find((word) => word === given);
  if (given === undefined || known !== undefined) return known;
  throw new UsageError(`--by must be one of ${words.join(', ')}; it is "${given}".`);
}

function day(call: Call, option: string): string | undefined {
  const given = call.optional(option);
  if (given === undefined || /^\d{4}-\d\d-\d\d$/.test(given)) return given;
  throw new UsageError(`--${option} must be a day such as 2026-01-31; it is "${given}".`);
}

/** The columns to print: the project only when there are several. */
function columnsOf({ data, meta }: Answer): readonly string[] {
  const projects = new Set(data.map((row) => (row as { project_id?: unknown }).project_id));
  const names = meta.map(({ name }) => name);
  return projects.size > 1 ? names : names.filter((name) => name !== 'project_id');
}

const top: Command = {
  name: 'top',
  summary: 'show the top sources, events, pages, locations, wallets or chains',
  positionals: ['list'],
  options: {
    from: { value: 'DAY', text: 'first day, UTC (7 days before the last)' },
    to: { value: 'DAY', text: 'last day, UTC (today)' },
    limit: { value: 'N', text: 'most rows to show (10)' },
    by: { value: 'COLUMN', text: 'column that groups the sources, or orders the wallets' },
    custom: { text: 'only for events: show your own track events only' },
    ...API_OPTIONS,
  },
  details:
    `Lists: ${Object.keys(LISTS).join(', ')}.\n` +
    `For sources, --by is one of ${SOURCE_COLUMNS.join(', ')}.\n` +
    `For wallets, --by is one of ${WALLET_ORDERS.join(', ')}.\nRequires the scope query:read.`,
  examples: [
    'top sources',
    'top sources --by utm_campaign --from 2026-01-01 --to 2026-01-31',
    'top events --custom --limit 20',
    'top wallets --by revenue --json',
  ],
  async run(call) {
    const list = call.positional(0);
    const ask = Object.hasOwn(LISTS, list) ? LISTS[list] : undefined;
    if (ask === undefined) {
      throw new UsageError(
        `<list> must be one of ${Object.keys(LISTS).join(', ')}; it is "${list}".`,
      );
    }
    for (const [option, lists] of Object.entries(OF_LISTS)) {
      if (lists.includes(list)) continue;
      if (call.switched(option) || call.optional(option) !== undefined) {
        throw new UsageError(
          `--${option} is only supported for ${lists.join(' and ')}, not for ${list}.`,
        );
      }
    }
    const { minimum: least, maximum: most } = ANALYTICS_LIMIT;
    const range: Range = {
      date_from: day(call, 'from'),
      date_to: day(call, 'to'),
      limit: call.whole('limit', { fallback: 10, least, most }),
    };
    return withApi(call, async (client) => {
      const { data, meta, rows, rows_before_limit_at_least } = await ask(client, range, call);
      const answer: Answer = { data, meta, rows, rows_before_limit_at_least };
      const text = rowTable(
        data as readonly Record<string, unknown>[],
        columnsOf(answer),
        'Nothing happened in these days.',
      );
      return { data: answer, text };
    });
  },
};

export const topCommands: readonly Command[] = [top];
