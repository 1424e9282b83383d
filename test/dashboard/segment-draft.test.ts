// The form of a segment: it sends what it contains, and opening and saving it changes nothing.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  behaviorWords,
  conditionWords,
  operatorWords,
  walletFieldName,
} from '../../src/dashboard/format/segment-words.js';
import {
  canBeSegment,
  conditionOf,
  draftOfCondition,
  kindOf,
  newCondition,
  OPERATORS_OF,
  segmentDraftOf,
  segmentOf,
  WALLET_FIELDS,
} from '../../src/dashboard/state/segment-draft.js';
import { parseWalletList } from '../../src/dashboard/state/wallet-list.js';
import { PROFILE_OPERATORS, type ProfileCondition } from '../../src/protocol/profiles/search.js';
import type { Segment } from '../../src/protocol/segments/segment.js';
import { targetOf } from '../../src/server/profiles/condition-target.js';
import { readConditionValue } from '../../src/server/profiles/condition-value.js';

const scalar = fc.oneof(
  fc.string(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constantFrom('', '2026-01-02', '2026-01-02T03:04:05Z', 'New', 'DE', 'a|b', ' x '),
);
const condition: fc.Arbitrary<ProfileCondition> = fc.record(
  {
    field: fc.constantFrom(
      ...WALLET_FIELDS,
      ...['labels.vip', 'labels.', 'tokens.usdc.balance', 'users.nothing', 'toString'],
    ),
    op: fc.constantFrom(...PROFILE_OPERATORS),
    value: fc.oneof(scalar, fc.array(scalar, { maxLength: 3 })),
    scope: fc.constantFrom('any', 'protocol'),
    appId: fc.string({ minLength: 1 }),
  },
  { requiredKeys: ['field', 'op', 'value'] },
);

const list = (options: Record<string, string> = {}) => parseWalletList(options);
const segment = (content: Partial<Segment>): Segment => ({
  ...{ id: 'seg_1', project_id: 'p', name: 'Spenders', description: null, created_at: '' },
  ...{ logic: 'and', conditions: [], behaviors: [], ...content },
});

describe('a condition', () => {
  it('is unchanged after it is opened in the form', () => {
    fc.assert(
      fc.property(condition, (given) => {
        // As JSON, which has no -0.
        const sent = JSON.parse(JSON.stringify(given));
        expect(JSON.parse(JSON.stringify(conditionOf(draftOfCondition(sent))))).toEqual(sent);
        expect(conditionWords(sent)).not.toContain('undefined');
      }),
    );
  });

  it.each([...WALLET_FIELDS, 'labels.vip'])('on %s has a name that the API accepts', (field) => {
    expect(walletFieldName(field)).toMatch(/^[A-Z]/);
    expect(walletFieldName(field)).not.toContain('.');
    const kind = kindOf(field) ?? 'text';
    const text = { number: '1.5', day: '2026-01-02', choice: 'New' }[kind as string] ?? 'x';
    for (const op of OPERATORS_OF[kind]) {
      const asked = conditionOf({ field, op, text });
      const target = targetOf(asked.field);
      expect(target, field).toBeDefined();
      if (target) expect(readConditionValue(target, asked), `${field} ${op}`).toHaveProperty('op');
      expect(operatorWords(field, op)).toMatch(/^[a-z]/);
    }
    expect(draftOfCondition(conditionOf({ ...newCondition(field), text }))).toMatchObject({
      field,
    });
  });

  it.each<[ProfileCondition, string]>([
    [{ field: 'users.revenue', op: 'gt', value: 100 }, 'Revenue is over 100'],
    [{ field: 'users.ens', op: 'eq', value: true }, 'ENS is set'],
    [{ field: 'users.first_utm_source', op: 'eq', value: '' }, 'First campaign source is not set'],
    [{ field: 'users.location', op: 'neq', value: 'DE' }, 'Country is not Germany'],
    [{ field: 'users.last_seen', op: 'lt', value: '2026-01-02' }, 'Last seen before 2026-01-02'],
    [
      { field: 'users.os', op: 'in', value: ['iOS', 'Android'] },
      'Operating system is one of iOS, Android',
    ],
    [{ field: 'labels.vip', op: 'gte', value: '' }, 'Label vip is set'],
    [
      { field: 'tokens.usdc.balance', op: 'gte', value: 5, scope: 'protocol' },
      'tokens.usdc.balance is at least 5 in a protocol',
    ],
  ])('is shown in words', (given, words) => {
    expect(conditionWords(given)).toBe(words);
  });
});

describe('a segment', () => {
  it('starts with the filters of the list', () => {
    expect(
      segmentOf({
        ...segmentDraftOf(list({ stage: 'New', label: 'vip' }), 'p'),
        title: ' New vips ',
      }),
    ).toEqual({
      name: 'New vips',
      logic: 'and',
      conditions: [
        { field: 'users.lifecycle', op: 'eq', value: 'New' },
        { field: 'labels.vip', op: 'gte', value: '' },
      ],
      behaviors: [],
    });
    expect(segmentDraftOf(list(), 'p').conditions).toEqual([newCondition('users.lifecycle')]);
  });

  it('starts with another segment and the filters of the list if both can be combined', () => {
    const revenue = { field: 'users.revenue', op: 'gt', value: 1 } as const;
    const content = {
      conditions: [revenue],
      behaviors: [{ type: 'track', event: 'swap' }],
    } as const;
    const chosen = { ...content, conditions: [revenue], behaviors: [{ ...content.behaviors[0] }] };
    const stage = { field: 'users.lifecycle', op: 'eq', value: 'New' };
    const begun = (logic: Segment['logic']) =>
      segmentOf(segmentDraftOf(list({ stage: 'New' }), 'p', segment({ ...chosen, logic })));
    expect(begun('and')).toMatchObject({ ...chosen, conditions: [revenue, stage] });
    expect(begun('or')).toMatchObject({ ...chosen, logic: 'or' });
  });

  it('belongs to the project of the list, otherwise to the first one', () => {
    expect(segmentDraftOf(list(), 'p').project).toBe('p');
    expect(segmentDraftOf(list({ project: 'q' }), 'p').project).toBe('q');
    expect(segmentDraftOf(list({ project: 'q' }), 'p', segment({ project_id: 'r' })).project).toBe(
      'r',
    );
    expect(canBeSegment(list({ project: 'q', segment: 's', find: 'x' }))).toBe(false);
    expect(canBeSegment(list({ source: 'direct' }))).toBe(true);
  });

  it('shows the behaviour of its wallets in words', () => {
    expect(behaviorWords({ type: 'track', event: 'swap' })).toBe('swap at least once');
    expect(behaviorWords({ type: 'track', event: 'swap', op: 'gt', days: 1 })).toBe(
      'swap more than once today',
    );
    expect(
      behaviorWords({
        ...{ type: 'event', event: 'transaction', op: 'eq', count: 0, days: 30 },
        events: [{ type: 'decoded_log', event: 'Transfer' }],
        filters: [{ field: 'status', op: 'eq', value: 'confirmed' }],
      }),
    ).toBe('Transaction or Transfer never in the last 30 days, where status is confirmed');
  });
});
