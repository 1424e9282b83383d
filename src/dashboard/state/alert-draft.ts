// The draft of an alert: what its form holds, and the request bodies that are made from it.
import type {
  Alert,
  AlertChange,
  AlertFilter,
  AlertRecipient,
  NewAlert,
  RecipientType,
} from '../../protocol/alerts/alert.js';
import { FILTER_FIELDS, type FilterCondition } from '../../protocol/analytics/filters.js';
import { isOrdering, isValueless, textOfValue } from './place.js';
import { WALLET_FIELDS } from './segment-draft.js';

export type Trigger = Alert['trigger_type'];

/** One address that the alert notifies. */
export interface Recipient {
  readonly type: RecipientType;
  readonly value: string;
}

export interface AlertDraft {
  readonly name: string;
  /** Id of the project that the alert is created in. */
  readonly project: string;
  readonly trigger: Trigger;
  /** Id of the segment that wallets must belong to; empty for none. */
  readonly segment: string;
  /** The other filters, as the API has them; kept for both triggers, so that switching back loses nothing. */
  readonly filters: Readonly<Record<Trigger, readonly AlertFilter[]>>;
  readonly recipients: readonly Recipient[];
}

/** The fields that the form suggests for a filter; any other can be typed. */
export const ALERT_FIELDS: Readonly<Record<Trigger, readonly string[]>> = {
  event: [...FILTER_FIELDS, 'address', 'status', 'chain_id'],
  user: [
    'balance',
    ...WALLET_FIELDS.filter((path) => path.startsWith('users.')).map((path) => path.slice(6)),
    'labels.',
  ],
};

const FIRST: AlertDraft['filters'] = {
  event: [{ name: 'type', operator: 'eq', value: 'transaction' }],
  user: [{ name: 'lifecycle', operator: 'eq', value: 'New' }],
};

export const newAlert = (project: string): AlertDraft => ({
  name: '',
  project,
  trigger: 'event',
  segment: '',
  filters: FIRST,
  recipients: [],
});

const isSegment = ({ name, operator, value }: AlertFilter): boolean =>
  name === 'segment' && operator === 'eq' && value !== '';

export function alertDraftOf(alert: Alert): AlertDraft {
  const { name, project_id: project, trigger_type: trigger, trigger_filters: filters } = alert;
  const segment = trigger === 'user' ? filters.find(isSegment) : undefined;
  const others = filters.filter((one) => one !== segment);
  return {
    ...{ name, project, trigger, segment: segment?.value ?? '' },
    filters: { ...FIRST, [trigger]: others },
    recipients: alert.recipient.flatMap(({ type, value }) =>
      value.map((one) => ({ type, value: one })),
    ),
  };
}

/** Turns a filter of the API into a row of the form. */
export const rowOf = ({ name, operator, value, numericThreshold }: AlertFilter): FilterCondition =>
  isValueless(operator)
    ? { field: name, op: operator }
    : { field: name, op: operator, value: numericThreshold ?? value };

/**
 * Turns a row of the form into a filter, with the text untrimmed: it is still being typed. Operators such as `gt`
 * compare events with `numericThreshold`, but wallets with `value`.
 */
export function filterOf({ field, op, value }: FilterCondition, trigger: Trigger): AlertFilter {
  const text = isValueless(op) ? '' : textOfValue(value);
  const filter = { name: field, operator: op };
  return trigger === 'event' && isOrdering(op)
    ? { ...filter, value: '', numericThreshold: text }
    : { ...filter, value: text };
}

const trimmed = ({ name, operator, value, numericThreshold }: AlertFilter): AlertFilter => ({
  ...{ name: name.trim(), operator, value: value.trim() },
  ...(numericThreshold !== undefined && { numericThreshold: numericThreshold.trim() }),
});

/** All filters of the draft. Those that are unchanged are not trimmed: `changeOf` would take that for a change. */
function filtersOf(
  { trigger, segment, filters }: AlertDraft,
  before: readonly AlertFilter[],
): AlertFilter[] {
  const others = filters[trigger].map((one) =>
    before.some((other) => isSame(other, one)) ? one : trimmed(one),
  );
  return trigger === 'event' || segment === ''
    ? others
    : [{ name: 'segment', operator: 'eq', value: segment }, ...others];
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The API takes at most so many addresses in one entry; more of the same type go into further entries. */
const MOST_TOGETHER = 20;

function recipientsOf(recipients: readonly Recipient[]): AlertRecipient[] {
  const lists: AlertRecipient[] = [];
  for (const { type, value } of recipients) {
    const list = lists.find((one) => one.type === type && one.value.length < MOST_TOGETHER);
    if (list === undefined) lists.push({ type, value: [value.trim()] });
    else list.value.push(value.trim());
  }
  return lists;
}

/** The body of the request that creates the alert. */
export const alertOf = (draft: AlertDraft, secret: string): NewAlert => ({
  name: draft.name.trim(),
  trigger_type: draft.trigger,
  trigger_filters: filtersOf(draft, []),
  recipient: recipientsOf(draft.recipients),
  ...(secret !== '' && { secret }),
});

/**
 * The body of the request that updates the alert, with only what was changed: the server validates the filters
 * that it is sent, and might refuse unchanged ones.
 *
 * @param secret undefined: the alert keeps its secret; null: it is removed
 * @returns undefined when nothing was changed
 */
export function changeOf(
  draft: AlertDraft,
  alert: Alert,
  secret: string | null | undefined,
): AlertChange | undefined {
  const before = alertDraftOf(alert);
  const name = draft.name.trim();
  const filters = filtersOf(draft, alert.trigger_filters);
  const change: AlertChange = {
    ...(name !== before.name && { name }),
    ...(draft.trigger !== before.trigger && { trigger_type: draft.trigger }),
    ...(!isSame(filters, filtersOf(before, alert.trigger_filters)) && { trigger_filters: filters }),
    ...(!isSame(draft.recipients, before.recipients) && {
      recipient: recipientsOf(draft.recipients),
    }),
    ...(secret !== undefined && { secret }),
  };
  return Object.keys(change).length === 0 ? undefined : change;
}
