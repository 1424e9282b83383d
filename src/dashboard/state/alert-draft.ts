// An alert that is being written: what its form holds, and what of it the API is told.
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

/** One address of those that are told. */
export interface Recipient {
  readonly type: RecipientType;
  readonly value: string;
}

export interface AlertDraft {
  readonly name: string;
  readonly trigger: Trigger;
  /** As the API has them: what is not touched stays as it was. */
  readonly filters: readonly AlertFilter[];
  readonly recipients: readonly Recipient[];
}

/** What the form offers to look at; others can be typed. */
export const ALERT_FIELDS: Readonly<Record<Trigger, readonly string[]>> = {
  event: [...FILTER_FIELDS, 'address', 'status', 'chain_id'],
  user: [
    'balance',
    ...WALLET_FIELDS.filter((path) => path.startsWith('users.')).map((path) => path.slice(6)),
    'labels.',
  ],
};

const FIRST: Readonly<Record<Trigger, AlertFilter>> = {
  event: { name: 'type', operator: 'eq', value: 'transaction' },
  user: { name: 'lifecycle', operator: 'eq', value: 'New' },
};

export const newAlert = (trigger: Trigger = 'event'): AlertDraft => ({
  ...{ name: '', trigger, recipients: [] },
  filters: [FIRST[trigger]],
});

export const alertDraftOf = (alert: Alert): AlertDraft => ({
  name: alert.name,
  trigger: alert.trigger_type,
  filters: alert.trigger_filters,
  recipients: alert.recipient.flatMap(({ type, value }) =>
    value.map((one) => ({ type, value: one })),
  ),
});

/** Events and wallets are asked of different things. */
export const withTrigger = (draft: AlertDraft, trigger: Trigger): AlertDraft =>
  trigger === draft.trigger ? draft : { ...draft, trigger, filters: newAlert(trigger).filters };

/** A filter as a row of the form holds it. */
export const rowOf = ({ name, operator, value, numericThreshold }: AlertFilter): FilterCondition =>
  isValueless(operator)
    ? { field: name, op: operator }
    : { field: name, op: operator, value: numericThreshold ?? value };

/** Events are compared with a threshold, wallets with a value. */
export function filterOf({ field, op, value }: FilterCondition, trigger: Trigger): AlertFilter {
  const text = isValueless(op) ? '' : textOfValue(value).trim();
  const filter = { name: field.trim(), operator: op };
  return trigger === 'event' && isOrdering(op)
    ? { ...filter, value: '', numericThreshold: text }
    : { ...filter, value: text };
}

const isSegment = ({ name, operator }: AlertFilter): boolean =>
  name === 'segment' && operator === 'eq';

/** Id of the segment that wallets must be of, or empty. */
export const segmentOfAlert = ({ filters }: Pick<AlertDraft, 'filters'>): string =>
  filters.find(isSegment)?.value ?? '';

/** All other filters. */
export const otherFilters = ({ filters }: Pick<AlertDraft, 'filters'>): readonly AlertFilter[] => {
  const chosen = filters.find(isSegment);
  return filters.filter((one) => one !== chosen);
};

export const filtersWith = (
  segment: string,
  others: readonly AlertFilter[],
): readonly AlertFilter[] =>
  segment === '' ? others : [{ name: 'segment', operator: 'eq', value: segment }, ...others];

/** Of the API: of each kind in one list. */
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

/** The body that makes the alert. */
export const alertOf = (draft: AlertDraft, secret: string): NewAlert => ({
  name: draft.name.trim(),
  trigger_type: draft.trigger,
  trigger_filters: [...draft.filters],
  recipient: recipientsOf(draft.recipients),
  ...(secret !== '' && { secret }),
});

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * What differs from the alert, and nothing else: a filter that is sent again is checked again.
 *
 * @param secret undefined: stays; null: is removed
 */
export function changeOf(
  draft: AlertDraft,
  alert: Alert,
  secret: string | null | undefined,
): AlertChange | undefined {
  const before = alertDraftOf(alert);
  const name = draft.name.trim();
  const change: AlertChange = {
    ...(name !== before.name && { name }),
    ...(draft.trigger !== before.trigger && { trigger_type: draft.trigger }),
    ...(!isSame(draft.filters, before.filters) && { trigger_filters: [...draft.filters] }),
    ...(!isSame(draft.recipients, before.recipients) && {
      recipient: recipientsOf(draft.recipients),
    }),
    ...(secret !== undefined && { secret }),
  };
  return Object.keys(change).length === 0 ? undefined : change;
}
