// The form of an alert: it sends what it contains, and an edit sends only what changed.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  alertFilterWords,
  deliveryState,
  recipientsWords,
} from '../../src/dashboard/format/alert-words.js';
import {
  ALERT_FIELDS,
  alertDraftOf,
  alertOf,
  changeOf,
  filterOf,
  newAlert,
  rowOf,
} from '../../src/dashboard/state/alert-draft.js';
import { OPERATORS } from '../../src/dashboard/state/place.js';
import type { Alert, AlertFilter } from '../../src/protocol/alerts/alert.js';
import { DELIVERY_STATUSES } from '../../src/protocol/alerts/delivery.js';
import { FILTER_OPERATORS } from '../../src/protocol/analytics/filters.js';
import { checkFilters } from '../../src/server/alerts/read-filters.js';

const alert = (content: Partial<Alert> = {}): Alert => ({
  ...{ id: 'alrt_1', name: 'Whales', created_at: '', updated_at: null, trigger_type: 'event' },
  ...{ status: 'active', recipient: [], project_id: 'p', has_secret: false },
  trigger_filters: [{ name: 'type', operator: 'eq', value: 'connect' }],
  ...content,
});

const filter: fc.Arbitrary<AlertFilter> = fc.record(
  {
    name: fc.constantFrom('segment', 'revenue', 'balance', 'type', 'labels.vip', 'whatever'),
    operator: fc.constantFrom(...FILTER_OPERATORS),
    value: fc.constantFrom('1', 'a|b', 'seg_1', ''),
    numericThreshold: fc.constantFrom('1', '2.50'),
  },
  { requiredKeys: ['name', 'operator', 'value'] },
);
const recipient = fc.record({
  type: fc.constantFrom('email', 'slack', 'webhook'),
  value: fc.array(fc.constantFrom('https://a.example/1', 'b@example.com'), { maxLength: 25 }),
});
const written: fc.Arbitrary<Alert> = fc
  .record({
    trigger_type: fc.constantFrom('event', 'user'),
    trigger_filters: fc.array(filter, { minLength: 1, maxLength: 4 }),
    recipient: fc.array(recipient, { maxLength: 3 }),
  })
  .map(alert);

describe('an edit', () => {
  it('sends nothing where nothing was changed, for any alert', () => {
    fc.assert(
      fc.property(written, (given) => {
        const draft = alertDraftOf(given);
        expect(changeOf(draft, given, undefined)).toBeUndefined();
        expect(changeOf({ ...draft, name: 'Other' }, given, undefined)).toEqual({ name: 'Other' });
        expect(changeOf(draft, given, null)).toEqual({ secret: null });
        const { recipients } = alertDraftOf(
          alert({ recipient: alertOf(draft, '').recipient ?? [] }),
        );
        expect(new Set(recipients)).toEqual(new Set(draft.recipients));
      }),
    );
  });

  it('selects a segment, and leaves everything else unchanged', () => {
    fc.assert(
      fc.property(written, (given) => {
        const draft = alertDraftOf(given);
        const { trigger_filters: filters } = alertOf({ ...draft, segment: 'seg_2' }, '');
        const chosen = { name: 'segment', operator: 'eq', value: 'seg_2' };
        expect(filters).toHaveLength(
          draft.filters[draft.trigger].length + (draft.trigger === 'user' ? 1 : 0),
        );
        if (draft.trigger === 'user') expect(filters[0]).toEqual(chosen);
        else expect(filters).not.toContainEqual(chosen);
      }),
    );
  });

  it('of an event alert keeps a property named "segment"', () => {
    const filters = [{ name: 'segment', operator: 'eq', value: 'vip' }] as const;
    const draft = alertDraftOf(alert({ trigger_filters: [...filters] }));
    expect(draft).toMatchObject({ segment: '', filters: { event: filters } });
    expect(alertFilterWords(filters[0], 'event', [{ value: 'vip', name: 'No' }])).toBe(
      'segment is vip',
    );
  });

  it('switches to the other kind of alert and back without loss', () => {
    const given = alert();
    const draft = alertDraftOf(given);
    const other = { ...draft, trigger: 'user' as const };
    expect(changeOf(other, given, undefined)).toEqual({
      trigger_type: 'user',
      trigger_filters: newAlert('p').filters.user,
    });
    expect(changeOf({ ...other, trigger: 'event' }, given, undefined)).toBeUndefined();
  });

  it('trims values when they are sent, not while they are typed', () => {
    const typed = filterOf({ field: 'lifecycle', op: 'eq', value: 'Power ' }, 'user');
    expect(typed.value).toBe('Power ');
    const spaced: AlertFilter = { name: 'status', operator: 'eq', value: ' left alone ' };
    const given = alert({ trigger_filters: [spaced] });
    const draft = alertDraftOf(given);
    const event = [...draft.filters.event, { ...spaced, value: ' other ' }];
    expect(changeOf({ ...draft, filters: { ...draft.filters, event } }, given, undefined)).toEqual({
      trigger_filters: [spaced, { ...spaced, value: 'other' }],
    });
  });

  it('groups recipients by type, twenty at most in each group', () => {
    const value = Array.from({ length: 25 }, (_, at) => `https://example.com/${at}`);
    const draft = alertDraftOf(alert({ recipient: [{ type: 'webhook', value }] }));
    expect(alertOf(draft, 's3cret')).toMatchObject({
      recipient: [
        { type: 'webhook', value: value.slice(0, 20) },
        { type: 'webhook', value: value.slice(20) },
      ],
      secret: 's3cret',
    });
  });

  it('starts a new alert with example filters that the API accepts', () => {
    const { filters } = newAlert('p');
    for (const trigger of ['event', 'user'] as const) {
      expect(() => checkFilters(filters[trigger], trigger)).not.toThrow();
    }
  });
});

describe('a filter', () => {
  it('written by the form is accepted by the API', () => {
    for (const op of ['gt', 'gte', 'lt', 'lte'] as const) {
      for (const [trigger, field] of [
        ['event', 'revenue'],
        ['user', 'balance'],
        ['user', 'net_worth_usd'],
      ] as const) {
        const made = filterOf({ field, op, value: '12.5' }, trigger);
        expect(() => checkFilters([made], trigger)).not.toThrow();
        expect(rowOf(made)).toEqual({ field, op, value: '12.5' });
      }
    }
    for (const field of ALERT_FIELDS.event) {
      const isNumber = ['revenue', 'volume', 'points'].includes(field);
      const made = filterOf({ field, op: 'in', value: isNumber ? '1|2' : 'a|b' }, 'event');
      expect(() => checkFilters([made], 'event'), field).not.toThrow();
    }
    const presence = filterOf({ field: 'ens', op: 'notEmpty', value: 'x' }, 'user');
    expect(presence).toEqual({ name: 'ens', operator: 'notEmpty', value: '' });
    expect(() => checkFilters([presence], 'user')).not.toThrow();
  });

  it.each<[AlertFilter, 'event' | 'user', string]>([
    [{ name: 'type', operator: 'eq', value: 'connect' }, 'event', 'Event type is Wallet connected'],
    [
      { name: 'revenue', operator: 'gt', value: '', numericThreshold: '100' },
      'event',
      'Revenue is over 100',
    ],
    [{ name: 'status', operator: 'in', value: 'a|b' }, 'event', 'status is one of a, b'],
    [{ name: 'segment', operator: 'eq', value: 'seg_1' }, 'user', 'Segment is Spenders'],
    [
      { name: 'balance', operator: 'gte', value: '5' },
      'user',
      'Balance on any chain (USD) is at least 5',
    ],
    [{ name: 'labels.vip', operator: 'notEmpty', value: '' }, 'user', 'Label vip is set'],
    [{ name: 'location', operator: 'eq', value: 'DE' }, 'user', 'Country is Germany'],
    [{ name: 'constructor', operator: 'eq', value: 'x' }, 'event', 'constructor is x'],
  ])('is shown in words', (given, trigger, words) => {
    expect(alertFilterWords(given, trigger, [{ value: 'seg_1', name: 'Spenders' }])).toBe(words);
  });

  it('has words for each operator', () => {
    fc.assert(
      fc.property(filter, fc.constantFrom('event', 'user'), (given, trigger) => {
        const words = alertFilterWords(given, trigger, []);
        expect(words).toContain(OPERATORS[given.operator]);
        expect(words).not.toContain('undefined');
      }),
    );
  });
});

it('recipients are shown only by their host, since the rest of a URL may be a secret', () => {
  expect(
    recipientsWords([
      { type: 'slack', value: ['https://hooks.slack.com/services/T0/B0/s3cret'] },
      { type: 'slack', value: ['https://hooks.slack.com/services/T1/B1/s3cret'] },
      { type: 'email', value: ['team@example.com'] },
    ]),
  ).toEqual(['Slack hooks.slack.com (2)', 'Email team@example.com']);
});

it('each status of a delivery has words', () => {
  for (const status of DELIVERY_STATUSES) expect(deliveryState(status)).toMatch(/^[A-Z][a-z ]+$/);
});
