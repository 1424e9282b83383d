// The steps of the overview's funnel: from visit to transaction, or to the pages or events that are filtered by.
import type { AnalyticsFilter } from '../../../protocol/analytics/filters.js';
import type { FunnelStep } from '../../../protocol/analytics/funnel.js';
import { EVENT_TYPES } from '../../../protocol/event-types.js';
import { eventName } from '../../format/names.js';
import { countedBy } from '../../state/place.js';
import { NOTHING_MATCHES } from './nothing-matches.js';

export interface Journey {
  readonly title: string;
  readonly steps: readonly FunnelStep[];
  /** Names of the steps. */
  readonly names: readonly string[];
  /** Short names of the steps, for headings of columns. */
  readonly heads: readonly string[];
  /** The filters that apply to all steps. */
  readonly filters: readonly AnalyticsFilter[];
  /** Shown when nobody reached the first step. */
  readonly nobody: string;
}

const PAGE: FunnelStep = { type: 'event', event: 'page' };

const ONWARD: readonly FunnelStep[] = [
  { type: 'event', event: 'connect' },
  {
    type: 'event',
    event: 'transaction',
    // Only transactions that reached a chain, not those that a wallet was merely asked for.
    filters: [{ field: 'status', op: 'in', value: ['broadcasted', 'confirmed'] }],
  },
];
const ONWARD_NAMES = ['Connected a wallet', 'Sent a transaction'];

const [FIRST_TYPE, ...OTHER_TYPES] = EVENT_TYPES;
const ANYTHING: FunnelStep = {
  type: 'event',
  event: FIRST_TYPE,
  events: OTHER_TYPES.map((event) => ({ type: 'event', event })),
};

type Filters = readonly AnalyticsFilter[];

const conditionsOf = (filters: Filters): Pick<FunnelStep, 'filters'> => ({
  filters: filters.map(({ field, op, value }) => ({
    field,
    op,
    ...(value === undefined ? {} : { value }),
  })),
});

/** The filter, when it is the only one and names a single value. */
const only = ([filter, ...others]: Filters): AnalyticsFilter | undefined =>
  filter?.op === 'eq' && others.length === 0 ? filter : undefined;

const isOfPages = ({ field, op, value }: AnalyticsFilter): boolean =>
  field === 'page' || (field === 'type' && op === 'eq' && value === 'page');

/**
 * Filters on pages or events select single events. Applied to the whole funnel they would leave nothing for the
 * other steps, so they become the conditions of the one step that they are about.
 */
export function journeyOf(all: Filters = []): Journey {
  const filters = all.filter((one) => countedBy([one]) === 'visits');
  const named = all.filter((one) => countedBy([one]) !== 'visits');
  const journey = named.every(isOfPages) ? fromPages(named) : toEvents(named);
  // With filters, "Nobody viewed a page" may be untrue: visitors that they exclude may have.
  return { ...journey, filters, ...(filters.length > 0 && { nobody: NOTHING_MATCHES }) };
}

function fromPages(named: Filters): Omit<Journey, 'filters'> {
  const pages = named.filter(({ field }) => field === 'page');
  const page = only(pages)?.value;
  const what = pages.length === 0 ? 'a page' : page === undefined ? 'these pages' : String(page);
  return {
    title: pages.length === 0 ? 'Visit to transaction' : 'Page to transaction',
    steps: [{ ...PAGE, ...conditionsOf(pages) }, ...ONWARD],
    names: [`Viewed ${what}`, ...ONWARD_NAMES],
    heads: ['Visitors', 'Connected', 'Sent'],
    nobody: `Nobody viewed ${what} in this period.`,
  };
}

function toEvents(named: Filters): Omit<Journey, 'filters'> {
  const { field, value } = only(named) ?? {};
  const name =
    field === 'event'
      ? String(value)
      : field === 'type'
        ? eventName(String(value))
        : 'Matching event';
  return {
    title: 'Visit to event',
    steps: [PAGE, { ...ANYTHING, ...conditionsOf(named) }],
    names: ['Viewed a page', name],
    heads: ['Visitors', name],
    nobody: 'Nobody viewed a page in this period.',
  };
}
