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
  /** Id of the one that it is made in. */
  readonly project: string;
  readonly trigger: Trigger;
  /** Id of the segment that wallets must be of, or empty. */
  readonly segment: string;
  /** All others, as the API has them, so that looking at the other kind of alert loses nothing. */
  readonly filters: Readonly<Record<Trigger, readonly AlertFilter[]>>;
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

/** A filter as a row of the form holds it. */
export const rowOf = ({ name, operator, value, numericThreshold }: AlertFilter): FilterCondition =>
  isValueless(operator)
    ? { field: name, op: operator }
    : { field: name, op: operator, value: numericThreshold ?? value };

/** What was typed, as it was. Events are compared with a threshold, wallets with a value. */
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

/** What is looked for; filters that were there before stay as they were. */
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
  trigger_filters: filtersOf(draft, []),
  recipient: recipientsOf(draft.recipients),
  ...(secret !== '' && { secret }),
});

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
