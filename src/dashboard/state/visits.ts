// Groups the events of a wallet or a visitor by visit, with the source of each visit.
import type { Chaintrail } from '../../client/chaintrail.js';
import type { CallOptions } from '../../client/options.js';
import { sourceName } from '../format/names.js';
import { toDay } from './date-range.js';
import { type EventRow, type OwnerColumn, readEventsBeside, readOwnEvents } from './events.js';

/** The events of one session; or those of one day without a session, such as a backend's or a contract's. */
export interface Visit {
  readonly key: string;
  /** How the visitor came; undefined for events without a session. */
  readonly source: string | undefined;
  /** At least one, the earliest first. */
  readonly events: Events;
}

type Events = readonly [EventRow, ...EventRow[]];

/** How many days are read at a time: the newest ones with events. */
const MOST_DAYS = 20;
/** How many events are read at a time, and then of those without a wallet in the same sessions of a wallet. */
const MOST_EVENTS = 100;
const MOST_BESIDE = 500;

/** Which visits are wanted: the newest of these. */
export interface Wanted {
  readonly by: OwnerColumn;
  /** The address of the wallet, or the anonymous id of the visitor. */
  readonly id: string;
  /** The days to look at: `YYYY-MM-DD`, the oldest first. */
  readonly days: readonly string[];
  /** The newest event that is wanted. Default: every event of these days. */
  readonly from?: EventRow | undefined;
  /** Message ids of the events that are shown already. Default: none, since these are the newest visits. */
  readonly shown?: ReadonlySet<string>;
}

export interface History {
  /** The newest visit first. */
  readonly visits: readonly Visit[];
  /** The visits before these; undefined if there are none. */
  readonly older: Wanted | undefined;
}

/** The visits of a wallet on its active days, and today, since it may have come back. */
export const visitsOfWallet = (address: string, activeDays: readonly string[]): Wanted => {
  const today = toDay(Date.now());
  return {
    by: 'address',
    id: address,
    days: [...activeDays.filter((day) => day !== today), today],
  };
};

/** Reads the newest of these visits. */
export async function readVisits(
  client: Chaintrail,
  wanted: Wanted,
  options: CallOptions = {},
): Promise<History> {
  const { by, id: owner, days, from, shown = new Set() } = wanted;
  // One more day and one more event than are shown, to know whether there are more, and which visits go on there.
  const asked = { by, id: owner, days: days.slice(-MOST_DAYS - 1), from, limit: MOST_EVENTS + 1 };
  const found = await readOwnEvents(client, asked, options);
  const next = firstOfNext(found, days.at(-MOST_DAYS - 1));
  const own = next === undefined ? found : found.slice(0, found.indexOf(next));
  // A visitor's events include those without a wallet already.
  const beside =
    by === 'address'
      ? await readEventsBeside(client, { events: own, limit: MOST_BESIDE }, options)
      : [];
  const isNew = ({ message_id: id }: EventRow) => !shown.has(id);
  const visits = toVisits(own.filter(isNew), beside.filter(isNew));
  const older =
    next === undefined
      ? days.slice(0, -MOST_DAYS)
      : days.filter((day) => day <= toDay(next.happened_ms));
  if (older.length === 0) return { visits, older: undefined };
  const ids = visits.flatMap(({ events }) => events.map(({ message_id: id }) => id));
  return {
    visits,
    older: { by, id: owner, days: older, from: next, shown: new Set([...shown, ...ids]) },
  };
}

/**
 * The event that the next events begin with, where not all could be read. It begins a visit, so that no visit is
 * shown in two parts, unless a single visit has more events than are read at a time.
 *
 * @param nextDay the day before those that are shown
 */
function firstOfNext(found: readonly EventRow[], nextDay?: string): EventRow | undefined {
  const cut = found.find(({ happened_ms: ms }, at) => at === MOST_EVENTS || toDay(ms) === nextDay);
  const first = cut && found.find((event) => keyOf(event) === keyOf(cut));
  return first === found[0] ? cut : first;
}

/** The day in the browser's time zone. */
const dayOf = (ms: number): string => new Date(ms).toDateString();

const keyOf = ({ project_id: project, session_id: session, happened_ms: ms }: EventRow): string =>
  `${project} ${session} ${session === '' ? dayOf(ms) : ''}`;

/**
 * @param own events of the wallet or visitor, newest first
 * @param beside events without a wallet, newest first; those of other visits are left out
 */
export function toVisits(own: readonly EventRow[], beside: readonly EventRow[]): Visit[] {
  const visits = new Map<string, EventRow[]>();
  for (const event of own) visits.set(keyOf(event), []);
  // The sort below is stable: of events at the same time, those without a wallet, such as page views, come first.
  for (const event of [...own, ...beside].reverse()) visits.get(keyOf(event))?.push(event);
  return [...visits].map(([key, found]) => {
    // Never empty: each visit was created for one of the own events.
    const events = found.sort((one, other) => one.happened_ms - other.happened_ms) as [EventRow];
    const [first] = events;
    return { key, source: first.session_id === '' ? undefined : sourceName(first), events };
  });
}
