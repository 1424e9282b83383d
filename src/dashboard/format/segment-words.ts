// Describes the conditions of a segment: "Revenue is over 100", "Transaction at least 3 times in the last 30 days".
import { LIFECYCLES } from '../../protocol/profiles/profile-fields.js';
import type { ProfileCondition } from '../../protocol/profiles/search.js';
import type { Behavior } from '../../protocol/segments/segment.js';
import { BETWEEN, OPERATORS, textOfValue } from '../state/place.js';
import { type ConditionOperator, draftOfCondition, kindOf, LABEL } from '../state/segment-draft.js';
import { comparisonWords, FIELD_NAMES, filterWords, valuesOf } from './fields.js';
import type { Named } from './named.js';
import { countryName, eventName } from './names.js';
import { ownOf } from './own-of.js';

const NAMES: Readonly<Record<string, string>> = {
  'users.lifecycle': 'Stage',
  'users.num_sessions': 'Sessions',
  'users.net_worth_usd': 'Net worth (USD)',
  'chains.balance': 'Balance on any chain (USD)',
  'users.tx_count': 'Transactions on chain',
  'users.first_seen': 'First seen',
  'users.last_seen': 'Last seen',
  'users.ens': 'ENS',
  'users.basenames': 'Basename',
  'users.linea': 'Linea name',
  'users.github': 'GitHub',
  'users.linkedin': 'LinkedIn',
  'users.twitter': 'X',
};

/** The name of a field of wallets. */
export function walletFieldName(path: string): string {
  if (path.startsWith(LABEL)) return `Label ${path.slice(LABEL.length)}`;
  const own = ownOf(NAMES, path);
  if (own !== undefined) return own;
  const [, when = '', field = ''] = /^users\.(?:(first|last)_)?(.+)$/.exec(path) ?? [];
  const name = ownOf<string>(FIELD_NAMES, field) ?? capital(field === '' ? path : field);
  return when === '' ? name : `${capital(when)} ${name.toLowerCase()}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The values of a field of the kind `choice`: stages or countries. */
export const walletFieldValues = (path: string): readonly Named[] =>
  path === 'users.lifecycle'
    ? LIFECYCLES.map((value) => ({ value, name: value }))
    : (valuesOf('location') ?? []);

/** The words for an operator after the name of a field. */
export function operatorWords(path: string, op: ConditionOperator): string {
  const kind = kindOf(path);
  if (kind === 'day') return op === 'lt' ? 'before' : 'since';
  return OPERATORS[op];
}

/** The name of a field's value. */
export const walletValueName = (path: string, value: string): string =>
  path === 'users.location' ? countryName(value) : value;

/** Describes a condition: `Revenue is over 100`. */
export function conditionWords(condition: ProfileCondition): string {
  const draft = draftOfCondition(condition);
  if ('other' in draft) {
    const { field: name, op, value, scope, appId } = condition;
    const where = scope === 'protocol' ? ` in ${appId ?? 'a protocol'}` : '';
    return comparisonWords({ name, op, value: [value].flat().join(BETWEEN) }) + where;
  }
  const { field, op, text: value } = draft;
  return comparisonWords({
    ...{ name: walletFieldName(field), op, value, how: operatorWords(field, op) },
    nameValue: (one) => walletValueName(field, one),
  });
}

/** The words for the operators that compare how often something was done. */
export const COUNTS = {
  gte: 'at least',
  gt: 'more than',
  lte: 'at most',
  lt: 'fewer than',
  eq: 'exactly',
  neq: 'not exactly',
} as const satisfies Record<NonNullable<Behavior['op']>, string>;

/** Describes a behaviour: `Transaction or swap at least 3 times in the last 30 days, where chain_id is 1`. */
export function behaviorWords(behavior: Behavior): string {
  const { events = [], filters = [], op = 'gte', count = 1, days } = behavior;
  const others = events.map((one) => ` or ${nameOfEvent(one)}${whereWords(one.filters, ' ')}`);
  const last = days === 1 ? ' today' : ` in the last ${days} days`;
  const within = days === undefined ? '' : last;
  const often = `${COUNTS[op]} ${count === 1 ? 'once' : `${count} times`}`;
  const times = op === 'eq' && count === 0 ? 'never' : often;
  return `${nameOfEvent(behavior)}${others.join('')} ${times}${within}${whereWords(filters, ', ')}`;
}

/** Events that SDKs record by themselves are named by their type, all others by their own name. */
const nameOfEvent = ({ type, event }: Pick<Behavior, 'type' | 'event'>): string =>
  type === 'event' ? eventName(event) : eventName(type, event);

/** `where chain_id is 1 and status is confirmed`, preceded by `between`; empty without filters. */
function whereWords(filters: Behavior['filters'] = [], between: string): string {
  const words = filters.map(({ field, op, value }) =>
    filterWords({ field, op, value: textOfValue(value) }),
  );
  return words.length === 0 ? '' : `${between}where ${words.join(' and ')}`;
}
