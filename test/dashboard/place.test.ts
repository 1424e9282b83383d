// The fragment of the URL describes what is shown, and can be parsed again without loss.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DEFAULT_RANGE,
  daysOf,
  eachDay,
  formatRange,
  PRESETS,
  parseRange,
} from '../../src/dashboard/state/date-range.js';
import { ofProjectSql } from '../../src/dashboard/state/filter-sql.js';
import {
  FIELDS,
  type Filter,
  formatPlace,
  isValueless,
  OPERATORS,
  operatorsOf,
  type Place,
  parsePlace,
  projectOf,
  toAnalyticsFilters,
  VIEWS,
  withProject,
} from '../../src/dashboard/state/place.js';

const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const range = fc.oneof(
  fc.constantFrom(...PRESETS).map((last) => ({ last })),
  fc.tuple(day, day).map(([a, b]) => (a < b ? { from: a, to: b } : { from: b, to: a })),
);
const operators = Object.keys(OPERATORS) as Filter['op'][];
const filter = fc
  .record({
    field: fc.constantFrom(...FIELDS),
    op: fc.constantFrom(...operators),
    value: fc.string({ minLength: 1, unit: 'grapheme' }),
  })
  .map((one): Filter => (isValueless(one.op) ? { ...one, value: '' } : one));
const place: fc.Arbitrary<Place> = fc.record({
  view: fc.constantFrom(...VIEWS),
  id: fc.option(fc.string({ minLength: 1, unit: 'grapheme' }), { nil: undefined }),
  range,
  filters: fc.array(filter, { maxLength: 4 }),
  options: fc.dictionary(fc.constantFrom('order', 'offset', 'source'), fc.string()),
});

describe('a place', () => {
  it('is the same after it is formatted and parsed', () => {
    fc.assert(
      fc.property(place, (one) => {
        const { options, ...rest } = parsePlace(formatPlace(one));
        expect({ ...rest, options: { ...options } }).toEqual({
          ...one,
          options: { ...one.options },
        });
      }),
      { numRuns: 200 },
    );
  });

  it('can be parsed from any fragment', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (hash) => {
        expect(VIEWS).toContain(parsePlace(`#/${hash}`).view);
      }),
      { numRuns: 50 },
    );
  });

  it('leaves out defaults and unknown values', () => {
    const nothing = parsePlace('');
    expect(formatPlace(nothing)).toBe('#/overview');
    expect(nothing.range).toEqual(DEFAULT_RANGE);
    const odd = parsePlace(
      '#/cellar/x?range=5d&filter=page:eq:&filter=secret:eq:x&filter=page:is:x',
    );
    expect(odd).toMatchObject({
      view: 'overview',
      id: undefined,
      filters: [],
      range: DEFAULT_RANGE,
    });
  });
});

describe('the project', () => {
  it('is one of the options, and is kept unless they name another one', () => {
    const { options } = parsePlace('#/wallets?project=prj_1&order=revenue');
    expect(projectOf({ options })).toBe('prj_1');
    expect(projectOf(parsePlace('#/live'))).toBe('');
    expect(withProject({ find: 'x' }, 'prj_1')).toEqual({ find: 'x', project: 'prj_1' });
    expect(withProject({ project: 'prj_2' }, 'prj_1')).toEqual({ project: 'prj_2' });
    expect(withProject({ find: 'x' }, '')).toEqual({ find: 'x' });
  });

  it('is quoted in SQL', () => {
    expect(ofProjectSql("p' OR '1'='1")).toBe(" AND project_id = 'p\\' OR \\'1\\'=\\'1'");
    expect(ofProjectSql('')).toBe('');
    expect(ofProjectSql(undefined)).toBe('');
  });
});

describe('filters', () => {
  it('are sent without a value if the operator takes none', () => {
    const { filters } = parsePlace('#/overview?filter=referrer:isEmpty:&filter=page:eq:/a:b');
    expect(toAnalyticsFilters(filters)).toEqual([
      { field: 'referrer', op: 'isEmpty' },
      { field: 'page', op: 'eq', value: '/a:b' },
    ]);
  });
});

it.each([
  ['page', 'revenue'],
  ['event', 'volume'],
  ['os', 'points'],
] as const)('%s has all operators, and %s those of numbers', (text, number) => {
  expect(operatorsOf(text)).toEqual(operators);
  for (const op of operatorsOf(number)) expect(['startsWith', 'isEmpty']).not.toContain(op);
  expect(operatorsOf(number)).toContain('gte');
});

it.each(['location', 'type'] as const)(
  '%s, whose values have names, has only operators that compare whole values',
  (field) => {
    expect(operatorsOf(field)).toEqual(['eq', 'neq', 'in', 'nin', 'notEmpty', 'isEmpty']);
  },
);

describe('a date range', () => {
  const NOW = Date.parse('2026-03-02T23:59:00Z');

  it.each([
    ['1d', '2026-03-02', '2026-03-02'],
    ['yesterday', '2026-03-01', '2026-03-01'],
    ['7d', '2026-02-24', '2026-03-02'],
    ['2026-01-30..2026-02-02', '2026-01-30', '2026-02-02'],
  ])('%s includes its last day', (text, date_from, date_to) => {
    expect(daysOf(parseRange(text), NOW)).toEqual({ date_from, date_to });
  });

  it.each([
    ...['2026-02-30..2026-03-02', '2026-03-02..2026-03-01', '8d', 'x..y', '..'],
    // The values of a date field while 26 or 20261 is typed as the year.
    ...['0026-01-01..2026-01-01', '2026-01-01..20261-01-01', '2026-01-01..9999-12-31'],
  ])('%s is invalid and replaced by the default', (text) => {
    expect(parseRange(text)).toEqual(DEFAULT_RANGE);
    expect(formatRange(parseRange(text))).toBe('');
  });

  it('lists each of its days once', () => {
    expect(eachDay({ date_from: '2026-02-27', date_to: '2026-03-02' })).toEqual([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
      '2026-03-02',
    ]);
  });
});
