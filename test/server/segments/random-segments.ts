// Random events and segments whose values often match each other, with unusual values and limits among them.
import fc from 'fast-check';
import { FILTER_OPERATORS, type FilterCondition } from '../../../src/protocol/analytics/filters.js';
import type { ProfileCondition } from '../../../src/protocol/profiles/search.js';
import {
  type Behavior,
  COUNT_OPERATORS,
  type Segment,
} from '../../../src/protocol/segments/segment.js';
import { wallet } from '../profiles/profiles-under-test.js';

type Scalar = string | number | boolean | null;

/** A wallet that is imported and has no events. */
export const IDLE = wallet(0xfe);
/** Different spellings of four wallet addresses, as senders write them. */
const SPELLINGS = [
  ...[`0x${'AbCd'.repeat(10)}`, `0x${'abcd'.repeat(10)}`, `0X${'ABCD'.repeat(10)}`],
  ...[wallet(0xb), wallet(0xb).toUpperCase()],
  '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
  "o'Neil\\é",
];
const PROJECTS = ['prj_1', 'prj_1', 'prj_1', 'prj_1', 'prj_2', 'prj_theirs'];
const PATHS = ['', '/swap', "/o'Neil|\\"];
const PLACES = ['', 'DE', 'US'];
const SOURCES = ['', 'x', 'X', 'ünï ✓'];
const NAMES = ['swap', 'Swap', 'swap ', '🦄|%_'];
const TYPES = ['page', 'track', 'track', 'track', 'connect', 'decoded_log'] as const;
const KEYS = ['pool', "a.b's"];
const SCALARS: readonly Scalar[] = [
  ...[null, '', 'eth', 'ETH', 'et', 'it\'s \\ "q" \t', 'a|b', '✓é🦄', 'true', 'null', '-'],
  ...['0', '10', '9', '-1', '1e3', '1.50', ' 5', '0x10', '2024-02-29'],
  ...[0, 1, -1, 1.5, 9, 10, 1e-7, 0.1, 1_000, true, false],
];
const STRUCTURES = [[], [1, 'a'], {}, { a: 'é/"', b: null }];

const anEvent = (values: readonly Scalar[]) =>
  fc.record({
    daysAgo: fc.constantFrom(0, 0, 1, 1, 2, 6, 7, 29, 30, 31, 59, 364, -1),
    minutes: fc.constantFrom(0, 1, 24 * 60 - 1),
    milliseconds: fc.constantFrom(0, 1, 59_999),
    type: fc.constantFrom(...TYPES),
    name: fc.constantFrom(...NAMES),
    address: fc.constantFrom(null, ...SPELLINGS),
    project: fc.constantFrom(...PROJECTS),
    isBot: fc.constantFrom(false, false, false, true),
    isTwice: fc.constantFrom(false, false, true),
    page: fc.constantFrom(...PATHS),
    location: fc.constantFrom(...PLACES),
    source: fc.constantFrom(...SOURCES),
    session: fc.constantFrom('s1', 's2', 's3'),
    properties: fc.dictionary(
      fc.constantFrom(...KEYS),
      fc.constantFrom<unknown[]>(...values, ...STRUCTURES),
    ),
    revenue: fc.constantFrom(undefined, 0, 0.1, 5, -3),
  });

const ORDERS = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'] as const;
const OF_ONE = FILTER_OPERATORS.filter((op) => op !== 'in' && op !== 'nin');
type Operators = readonly (typeof FILTER_OPERATORS)[number][];

const list = <T>(arbitrary: fc.Arbitrary<T>) => fc.array(arbitrary, { minLength: 1, maxLength: 3 });

/** Null is drawn only for operators that accept it, and a list has no string with a `|`. */
const filterOn = (
  fields: readonly string[],
  values: readonly Scalar[],
  operators: Operators = OF_ONE,
): fc.Arbitrary<FilterCondition> => {
  const field = fc.constantFrom(...fields);
  const op = fc.constantFrom(...operators);
  const one = fc
    .record({ field, op, value: fc.constantFrom(...values) })
    .filter(({ op, value }) => value !== null || /^(n?eq|isEmpty|notEmpty)$/.test(op));
  const members = values.filter((value): value is string | number =>
    ['string', 'number'].includes(typeof value),
  );
  const plain = members.filter((value) => !String(value).includes('|'));
  const several = fc.record({
    field,
    op: fc.constantFrom('in' as const, 'nin' as const),
    value: fc.oneof(
      list(fc.constantFrom(...plain, 'none')),
      list(fc.constantFrom(...members, 'none')).map((some) => some.join('|')),
    ),
  });
  return fc.oneof({ weight: 3, arbitrary: one }, { weight: 1, arbitrary: several });
};

const AMOUNTS = [0, '0', 0.1, 5, -3, '1e3'];

const aFilter = (values: readonly Scalar[]) =>
  fc.oneof(
    { weight: 4, arbitrary: filterOn(KEYS, values) },
    { weight: 1, arbitrary: filterOn(['page'], [...PATHS, '/', null]) },
    { weight: 1, arbitrary: filterOn(['location'], [...PLACES, 'D', null]) },
    { weight: 1, arbitrary: filterOn(['utm_source'], [...SOURCES, null]) },
    { weight: 1, arbitrary: filterOn(['event'], [...NAMES, '', 'w']) },
    { weight: 1, arbitrary: filterOn(['type'], [...TYPES, 'tr']) },
    {
      weight: 1,
      arbitrary: fc.record({
        field: fc.constant('revenue'),
        op: fc.constantFrom(...ORDERS),
        value: fc.constantFrom(...AMOUNTS),
      }),
    },
  );

const sometimes = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const anAsked = (values: readonly Scalar[]) =>
  fc.record({
    named: fc.oneof(
      fc.record({ type: fc.constant('event' as const), event: fc.constantFrom(...TYPES) }),
      fc.record({
        type: fc.constantFrom('track' as const, 'track' as const, 'decoded_log' as const),
        event: fc.constantFrom(...NAMES),
      }),
    ),
    filters: sometimes(fc.array(aFilter(values), { maxLength: 2 })),
  });

const aBehavior = (values: readonly Scalar[]): fc.Arbitrary<Behavior> =>
  fc
    .record({
      asked: anAsked(values),
      group: sometimes(fc.array(anAsked(values), { maxLength: 2 })),
      op: sometimes(fc.constantFrom(...COUNT_OPERATORS)),
      count: sometimes(fc.constantFrom(0, 1, 1, 2, 3, 1_000_000)),
      days: sometimes(fc.constantFrom(1, 2, 3, 7, 8, 30, 31, 60, 365, 3_650)),
    })
    .map(({ asked, group, ...others }) => {
      const events = group?.map(({ named, filters }) => ({ ...named, filters }));
      // JSON leaves out undefined properties, as in a request.
      return JSON.parse(
        JSON.stringify({ ...asked.named, filters: asked.filters, events, ...others }),
      );
    });

const aCondition: fc.Arbitrary<ProfileCondition> = fc.oneof(
  fc.record({
    field: fc.constantFrom('users.first_seen', 'users.last_seen'),
    op: fc.constantFrom(...ORDERS),
    value: fc.constantFrom(
      ...['2024-03-01', '2024-02-29', '2024-02-29T23:59:59.999Z', '2024-03-01T01:00:00+01:00'],
      ...['1000-01-01', '9999-12-31', '2024-01-31T00:00:00.001Z'],
    ),
  }),
  fc.record({
    field: fc.constant('users.num_sessions'),
    op: fc.constantFrom(...ORDERS),
    value: fc.integer({ min: -1, max: 3 }),
  }),
  fc.record({
    field: fc.constantFrom('labels.vip', 'labels.VIP', 'labels.no.such'),
    op: fc.constantFrom(...ORDERS),
    value: fc.constantFrom<Scalar[]>('', 'yes', 1, '10', true),
  }),
);

const aContent = (values: readonly Scalar[]) =>
  fc
    .record({
      logic: fc.constantFrom('and' as const, 'or' as const),
      conditions: fc.array(aCondition, { maxLength: 2 }),
      behaviors: fc.array(aBehavior(values), { maxLength: 3 }),
    })
    .filter(({ conditions, behaviors }) => conditions.length + behaviors.length > 0);

export type Draw = ReturnType<typeof anEvent> extends fc.Arbitrary<infer T> ? T : never;
export type Content = Pick<Segment, 'logic' | 'conditions' | 'behaviors'>;

/** Events, the wallets with the label `vip`, and segments that search for them. */
export const drawn = fc
  .shuffledSubarray([...SCALARS], { minLength: 7, maxLength: 7 })
  .chain((values) =>
    fc.record({
      events: fc.array(anEvent(values), { maxLength: 50 }),
      labels: fc.dictionary(
        fc.constantFrom(IDLE, wallet(0xb)),
        fc.constantFrom('', 'yes', '1', '10', 'true'),
      ),
      contents: fc.array<Content>(aContent([...values, 'none']), { minLength: 12, maxLength: 12 }),
    }),
  );
