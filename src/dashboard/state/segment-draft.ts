// The draft of a segment: what its form holds, and the request body that is made from it.
import { LIFECYCLES, SOCIAL_FIELDS } from '../../protocol/profiles/profile-fields.js';
import type { ProfileCondition } from '../../protocol/profiles/search.js';
import type { Behavior, NewSegment, Segment } from '../../protocol/segments/segment.js';
import { BETWEEN, isList, isValueless, type OPERATORS } from './place.js';
import { profileSearchOf, type WalletList } from './wallet-list.js';

/**
 * The kind of a field's values: `choice` is one of a short list; `account` is the name of an account that a
 * wallet may have, such as its GitHub account.
 */
export type FieldKind = 'choice' | 'number' | 'day' | 'text' | 'account' | 'label';

const all = (kind: FieldKind, paths: readonly string[]) =>
  paths.map((path) => [path, kind] as const);
const users = (names: readonly string[]) => names.map((name) => `users.${name}`);

/** The fields of wallets, apart from labels, as paths of the API, in the order in which the form offers them. */
const FIELD_KINDS: ReadonlyMap<string, FieldKind> = new Map([
  ...all('choice', ['users.lifecycle']),
  ...all('number', users(['revenue', 'volume', 'points', 'num_sessions'])),
  ...all('number', ['users.net_worth_usd', 'chains.balance', 'users.tx_count']),
  ...all('day', users(['first_seen', 'last_seen'])),
  ...all('text', users(['first_utm_source', 'first_utm_medium', 'first_utm_campaign'])),
  ...all('text', users(['first_referrer', 'first_ref'])),
  ...all('text', users(['last_utm_source', 'last_utm_campaign', 'last_referrer'])),
  ...all('choice', ['users.location']),
  ...all('text', users(['device', 'browser', 'os'])),
  ...all('account', users(SOCIAL_FIELDS)),
]);
export const WALLET_FIELDS = [...FIELD_KINDS.keys()];

export const LABEL = 'labels.';
/** @returns undefined for a path that the form cannot edit */
export const kindOf = (path: string): FieldKind | undefined =>
  path.startsWith(LABEL) ? 'label' : FIELD_KINDS.get(path);

export type ConditionOperator = Extract<
  keyof typeof OPERATORS,
  ProfileCondition['op'] | 'notEmpty' | 'isEmpty'
>;

const COMPARED: readonly ConditionOperator[] = ['gte', 'gt', 'lte', 'lt', 'eq', 'neq'];
const LISTED: readonly ConditionOperator[] = ['eq', 'neq', 'in', 'nin'];

/** The operators for each kind. A new condition begins with the first one. */
export const OPERATORS_OF: Readonly<Record<FieldKind, readonly ConditionOperator[]>> = {
  choice: ['eq', 'neq'],
  number: COMPARED,
  day: ['gte', 'lt'],
  text: [...LISTED, 'notEmpty', 'isEmpty'],
  account: ['notEmpty', 'isEmpty', ...LISTED],
  label: ['notEmpty', ...LISTED],
};

/** A condition that the form can edit. */
export interface WrittenCondition {
  /** A path of the API. */
  readonly field: string;
  readonly op: ConditionOperator;
  /** The value; for an operator that takes several, all of them with `|` in between. */
  readonly text: string;
}

/** A condition that the form cannot edit, and keeps as it is. */
export interface OtherCondition {
  readonly other: ProfileCondition;
}

export type DraftCondition = WrittenCondition | OtherCondition;

export interface SegmentDraft {
  /** Id of the project that the segment is created in. */
  readonly project: string;
  readonly title: string;
  readonly description: string;
  readonly logic: Segment['logic'];
  readonly conditions: readonly DraftCondition[];
  readonly behaviors: readonly Behavior[];
}

/** A new condition on a field. */
export const newCondition = (field: string): WrittenCondition => {
  const [op = 'eq'] = OPERATORS_OF[kindOf(field) ?? 'text'];
  return { field, op, text: field === 'users.lifecycle' ? LIFECYCLES[0] : '' };
};

export const NEW_BEHAVIOR: Behavior = { type: 'event', event: 'transaction', op: 'gte', count: 1 };

/** The condition as the API takes it. */
export function conditionOf(condition: DraftCondition): ProfileCondition {
  if ('other' in condition) return condition.other;
  const { field, op, text } = condition;
  const kind = kindOf(field);
  if (isValueless(op)) return { field, ...presence(kind, op === 'notEmpty') };
  const one = (value: string) => (kind === 'number' ? Number(value) : value.trim());
  return {
    field,
    op: op as ProfileCondition['op'],
    value: isList(op) ? listOf(text, one) : one(text),
  };
}

const listOf = <T>(text: string, one: (value: string) => T): T[] => text.split(BETWEEN).map(one);

/**
 * How the API is asked whether a field has a value. Accounts are compared with `true` or `false`. For a label,
 * `>= ''` holds for every value.
 */
function presence(kind: FieldKind | undefined, isThere: boolean): Omit<ProfileCondition, 'field'> {
  if (kind === 'account') return { op: 'eq', value: isThere };
  if (kind === 'label') return { op: 'gte', value: '' };
  return { op: isThere ? 'neq' : 'eq', value: '' };
}

/** The condition for the form, if the form can express exactly the same; else it is kept as `other`. */
export function draftOfCondition(condition: ProfileCondition): DraftCondition {
  const written = writtenOf(condition);
  const kind = kindOf(written.field);
  const isKnown =
    kind !== undefined &&
    OPERATORS_OF[kind].includes(written.op) &&
    (kind !== 'day' || DAY.test(written.text)) &&
    isSame(conditionOf(written), condition);
  return isKnown ? written : { other: condition };
}

const DAY = /^\d{4}-\d\d-\d\d$/;

const isSame = (a: ProfileCondition, b: ProfileCondition): boolean =>
  JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());

function writtenOf({ field, op, value }: ProfileCondition): WrittenCondition {
  const kind = kindOf(field);
  const isThere =
    kind === 'account' && op === 'eq' && typeof value === 'boolean'
      ? value
      : kind === 'label' && op === 'gte' && value === ''
        ? true
        : kind === 'text' && value === ''
          ? op === 'neq'
          : undefined;
  if (isThere !== undefined) return { field, op: isThere ? 'notEmpty' : 'isEmpty', text: '' };
  return { field, op, text: Array.isArray(value) ? value.join(BETWEEN) : String(value ?? '') };
}

/** Whether the list has filters that can become conditions of a segment. */
export const canBeSegment = (list: WalletList): boolean =>
  profileSearchOf(list).conditions.length > 0;

/** A draft with the filters of the list, and with the conditions of the segment that the list shows, if any. */
export function segmentDraftOf(list: WalletList, project: string, chosen?: Segment): SegmentDraft {
  const { logic = 'and', conditions = [], behaviors = [] } = chosen ?? {};
  // In a segment whose conditions are joined by "or", the filters of the list would add wallets, not narrow it.
  const own = logic === 'and' ? profileSearchOf(list).conditions : [];
  const drafts = [...conditions, ...own].map(draftOfCondition);
  const isEmpty = drafts.length + behaviors.length === 0;
  return {
    ...{ project: (chosen?.project_id ?? list.project) || project, title: '', description: '' },
    ...{ logic, behaviors },
    conditions: isEmpty ? [newCondition('users.lifecycle')] : drafts,
  };
}

/** The body of the request that creates the segment. */
export const segmentOf = (draft: SegmentDraft): NewSegment => ({
  name: draft.title.trim(),
  ...(draft.description.trim() !== '' && { description: draft.description.trim() }),
  logic: draft.logic,
  conditions: draft.conditions.map(conditionOf),
  behaviors: [...draft.behaviors],
});
