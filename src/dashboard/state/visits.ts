// Groups the events of a wallet by visit, with the source of each visit.
import type { Chaintrail } from '../../client/chaintrail.js';
import type { CallOptions } from '../../client/options.js';
import { sourceName } from '../format/names.js';
import { toDay } from './date-range.js';
import { type EventRow, readEventsBeside, readWalletEvents } from './events.js';

/** The events of one session; or those of one day without a session, such as a backend's or a contract's. */
export interface Visit {
  readonly key: string;
  /** How the visitor came; undefined for events without a session. */
  readonly source: string | undefined;
  /** At least one, the earliest first. */
  readonly events: Events;
}

type Events = readonly [EventRow, ...EventRow[]];

/** How many days are read: the newest ones on which the wallet was active. */
const MOST_DAYS = 20;
/** How many events are read of the wallet itself, and then of those without a wallet in the same sessions. */
const MOST_EVENTS = 100;
const MOST_BESIDE = 500;

/** The wallet whose visits are wanted. */
export interface Visitor {
  readonly address: string;
  /** `YYYY-MM-DD`, the oldest first. */
  readonly activeDays: readonly string[];
}

export interface History {
  /** The newest visit first. */
  readonly visits: readonly Visit[];
  /** Whether there are older visits that were not read. */
  readonly isCut: boolean;
}

/** Reads the newest visits of a wallet. @throws RangeError when `address` is not an address */
export async function readVisits(
  client: Chaintrail,
  { address, activeDays }: Visitor,
  options: CallOptions = {},
): Promise<History> {
  // With today: the wallet may have come back after the active days were read.
  const days = [...activeDays.slice(-MOST_DAYS), toDay(Date.now())];
  // One more than is shown, to know whether there are more.
  const found = await readWalletEvents(client, { address, days, limit: MOST_EVENTS + 1 }, options);
  const own = found.slice(0, MOST_EVENTS);
  const beside = await readEventsBeside(client, { events: own, limit: MOST_BESIDE }, options);
  const isCut = found.length > MOST_EVENTS || activeDays.length > MOST_DAYS;
  return { visits: toVisits(own, beside), isCut };
}

/** The day in the browser's time zone. */
const dayOf = (ms: number): string => new Date(ms).toDateString();

const keyOf = ({ project_id: project, session_id: session, happened_ms: ms }: EventRow): string =>
  `${project} ${session} ${session === '' ? dayOf(ms) : ''}`;

/**
 * @param own events of the wallet, newest first
 * @param beside events without a wallet, newest first; those of other visits are left out
 */
export function toVisits(own: readonly EventRow[], beside: readonly EventRow[]): Visit[] {
  const visits = new Map<string, EventRow[]>();
  for (const event of own) visits.set(keyOf(event), []);
  // The sort below is stable: of events at the same time, those without a wallet, such as page views, come first.
  for (const event of [...own, ...beside].reverse()) visits.get(keyOf(event))?.push(event);
  return [...visits].map(([key, found]) => {
    // Never empty: each visit was created for one of the wallet's own events.
    const events = found.sort((one, other) => one.happened_ms - other.happened_ms) as [EventRow];
    const [first] = events;
    return { key, source: first.session_id === '' ? undefined : sourceName(first), events };
  });
}
