// A wallet's events by visit: how each visit began, and what came of it.
import type { Chaintrail } from '../../client/chaintrail.js';
import type { CallOptions } from '../../client/options.js';
import { sourceName } from '../format/names.js';
import { toDay } from './date-range.js';
import { type EventRow, readEventsBeside, readWalletEvents } from './events.js';

/** The events of one visit, or of one day outside of any, such as a backend's or a contract's. */
export interface Visit {
  readonly key: string;
  /** How the visitor came; undefined outside of a visit. */
  readonly source: string | undefined;
  /** In the order of their times; one at least. */
  readonly events: Events;
}

type Events = readonly [EventRow, ...EventRow[]];

/** On which a wallet was active, the newest ones. */
const MOST_DAYS = 20;
/** The wallet's own, and what else happened in the visits of these. */
const MOST_EVENTS = 100;
const MOST_BESIDE = 500;

/** Whose visits are wanted. */
export interface Visitor {
  readonly address: string;
  /** `YYYY-MM-DD`, the oldest first. */
  readonly activeDays: readonly string[];
}

export interface History {
  /** The newest first. */
  readonly visits: readonly Visit[];
  /** There is more than that. */
  readonly isCut: boolean;
}

/** Its newest visits. @throws RangeError when it is no address */
export async function readVisits(
  client: Chaintrail,
  { address, activeDays }: Visitor,
  options: CallOptions = {},
): Promise<History> {
  // It may have come again since these were read.
  const days = [...activeDays.slice(-MOST_DAYS), toDay(Date.now())];
  // One more than is shown says whether there are more.
  const found = await readWalletEvents(client, { address, days, limit: MOST_EVENTS + 1 }, options);
  const own = found.slice(0, MOST_EVENTS);
  const beside = await readEventsBeside(client, { events: own, limit: MOST_BESIDE }, options);
  const isCut = found.length > MOST_EVENTS || activeDays.length > MOST_DAYS;
  return { visits: toVisits(own, beside), isCut };
}

/** By the reader's clock. */
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
  // Of one moment: the page first.
  for (const event of [...own, ...beside].reverse()) visits.get(keyOf(event))?.push(event);
  return [...visits].map(([key, found]) => {
    // Each has the event that it was made for.
    const events = found.sort((one, other) => one.happened_ms - other.happened_ms) as [EventRow];
    const [first] = events;
    return { key, source: first.session_id === '' ? undefined : sourceName(first), events };
  });
}
