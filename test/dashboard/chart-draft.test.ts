// The form of a chart: it sends what it contains, and nothing is lost in between.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  asksTheSame,
  bodyOf,
  CHART_NAMES,
  type ChartDraft,
  draftOf,
  fitColumns,
  isSql,
  newDraft,
  previewOf,
  withType,
} from '../../src/dashboard/state/chart-draft.js';
import { exampleOf } from '../../src/dashboard/state/chart-examples.js';
import { CHART_TYPES, type ChartType, type NewChart } from '../../src/protocol/boards/chart.js';

const word = fc.stringMatching(/^[a-z]\w{0,7}$/);
const condition = fc.record({
  field: word,
  op: fc.constantFrom('eq', 'in', 'gt'),
  value: fc.oneof(word, fc.integer(), fc.array(fc.integer(), { minLength: 1, maxLength: 3 })),
});
const step = fc.record(
  {
    type: fc.constantFrom('event', 'track', 'decoded_log'),
    event: word,
    name: word,
    filters: fc.array(condition, { maxLength: 2 }),
    events: fc.array(fc.record({ type: fc.constant('track'), event: word }), { maxLength: 2 }),
    note: word,
  },
  { requiredKeys: ['type', 'event'] },
);
const filters = fc.array(
  fc.record({ field: fc.constant('device'), op: fc.constant('eq'), value: word }),
  { minLength: 1, maxLength: 2 },
);
const titled = { title: word, description: word };
const required = { requiredKeys: ['title' as const] };
const optionally = <T extends Record<string, fc.Arbitrary<unknown>>>(fields: T) =>
  fc.record(fields, { requiredKeys: [] });
const ys = fc.uniqueArray(word, { minLength: 1, maxLength: 3 });
const y = ys.map((all) => all.slice(0, 1));

/** Bodies that the API accepts, for each type of chart. */
const BODIES: Readonly<Record<ChartType, fc.Arbitrary<object>>> = {
  line: fc.record({ query: word, x_axis: word, y_axis: ys }),
  bar: fc.record({ query: word, x_axis: word, y_axis: ys }),
  stacked: fc.record({ query: word, x_axis: word, y_axis: y, group_by: word }),
  pie: fc.record({ query: word, y_axis: y, group_by: word }, { requiredKeys: ['query', 'y_axis'] }),
  number: fc.record({ query: word, y_axis: y }, { requiredKeys: ['query'] }),
  table: fc.record({ query: word }),
  funnel: fc.record({
    steps: fc.array(step, { minLength: 2, maxLength: 4 }),
    settings: optionally({
      funnelType: fc.constantFrom('open', 'closed'),
      conversionWindow: fc.constant({ value: 3, unit: 'day' }),
      breakdown: fc.constant('device'),
      filters,
      ofALaterRelease: word,
    }),
  }),
  user_paths: fc.record({
    settings: optionally({
      anchors: step.map((one) => [one]),
      maxSteps: fc.integer({ min: 2, max: 5 }),
      nodesPerStep: fc.integer({ min: 2, max: 8 }),
      filters,
    }),
  }),
  retention: fc.record({
    settings: optionally({
      period: fc.constantFrom('day', 'week', 'month'),
      entryFilter: step,
      retentionFilter: step,
      filters,
      retentionUserFilters: filters,
    }),
  }),
};

/** A chart as the API returns it. */
const saved = (type: ChartType, body: Partial<NewChart>) =>
  ({
    ...{ id: 'cht_1', board_id: 'brd_1', project_id: 'prj_1', created_at: '', updated_at: null },
    ...{ description: null, x_axis: null, y_axis: null, group_by: null, settings: null },
    query: `managed by the system: ${type}`,
    ...body,
  }) as Parameters<typeof draftOf>[0];

/** Drops empty `settings`, which mean the same as none. */
const said = ({ settings, ...body }: Partial<NewChart>): Partial<NewChart> =>
  settings === undefined || Object.keys(settings ?? {}).length === 0 ? body : { ...body, settings };

it('has a name for each type', () => {
  expect(Object.keys(CHART_NAMES).sort()).toEqual([...CHART_TYPES].sort());
});

describe.each(CHART_TYPES)('a chart of type %s', (type) => {
  const charts = fc
    .tuple(fc.record(titled, required), BODIES[type])
    .map(([head, rest]) => ({ ...head, ...rest }) as Partial<NewChart>);

  it('is unchanged after it is opened and saved', () => {
    fc.assert(
      fc.property(charts, (body) => {
        const again = bodyOf(draftOf(saved(type, body), type));
        expect(again).toEqual({ chart_type: type, ...said(body) });
      }),
    );
  });

  it('is unchanged after a switch to any other type and back', () => {
    fc.assert(
      fc.property(charts, fc.constantFrom(...CHART_TYPES), (body, other) => {
        const draft = draftOf(saved(type, body), type);
        expect(bodyOf(withType(withType(draft, other), type))).toEqual(bodyOf(draft));
      }),
    );
  });
});

it('settings of other types are not sent', () => {
  const draft: ChartDraft = {
    ...newDraft(),
    type: 'retention',
    settings: { period: 'week', maxSteps: 4, breakdown: 'device', conversionWindow: null },
  };
  expect(bodyOf(draft).settings).toEqual({ period: 'week' });
  expect(bodyOf({ ...draft, type: 'line' }).settings).toBeUndefined();
});

describe('switching to another type', () => {
  it('shows an example of that type if the user wrote no query', () => {
    const pie = withType(newDraft(), 'pie');
    expect(pie).toMatchObject({ type: 'pie', ...exampleOf('pie') });
    expect(withType(withType(pie, 'funnel'), 'number').query).toBe(exampleOf('number').query);
  });

  it('keeps a query that the user wrote', () => {
    const own = { ...newDraft(), query: 'SELECT 1 AS one' };
    for (const type of CHART_TYPES) expect(withType(own, type).query).toBe(own.query);
  });
});

it('a pie takes its names from x_axis if it has no group_by', () => {
  const pie = { title: 't', query: 'SELECT', y_axis: ['hits'], x_axis: 'device' };
  expect(bodyOf(draftOf(saved('pie', pie), 'pie'))).toMatchObject({ group_by: 'device' });
});

it('sends a single column for a type that draws one', () => {
  const lines = { ...newDraft(), query: 'SELECT', y: ['a', 'b'], group: 'c' };
  expect(bodyOf(lines).y_axis).toEqual(['a', 'b']);
  for (const type of ['stacked', 'pie', 'number'] as const) {
    expect(bodyOf({ ...lines, type }).y_axis).toEqual(['a']);
  }
});

it('a preview needs no title', () => {
  expect(previewOf({ ...newDraft(), title: '  ' }).title).toBe('Lines');
  expect(previewOf({ ...newDraft(), title: ' Mine ' }).title).toBe(' Mine ');
  expect(bodyOf({ ...newDraft(), title: ' Mine ' }).title).toBe('Mine');
});

describe('whether results are still valid', () => {
  const draft = { ...newDraft(), query: 'SELECT 1' };

  it('depends on the query, not on how it is drawn', () => {
    for (const same of [{ title: 'x' }, { description: 'x' }, { x: 'a', y: ['b'] }, { group: 'c' }])
      expect(asksTheSame(draft, { ...draft, ...same })).toBe(true);
    expect(asksTheSame(draft, { ...draft, type: 'bar' })).toBe(true);
    expect(asksTheSame(draft, { ...draft, query: 'SELECT 2' })).toBe(false);
    expect(asksTheSame(draft, { ...draft, type: 'funnel' })).toBe(false);
  });

  it('depends on steps and settings for types that are computed from them', () => {
    const funnel: ChartDraft = { ...draft, type: 'funnel' };
    expect(asksTheSame(funnel, { ...funnel, query: 'SELECT 2' })).toBe(true);
    expect(asksTheSame(funnel, { ...funnel, steps: funnel.steps.slice(1) })).toBe(false);
    expect(asksTheSame(funnel, { ...funnel, settings: { funnelType: 'open' } })).toBe(false);
  });
});

describe('the columns of a result', () => {
  const column = (name: string, type: string) => ({ name, type });
  const day = column('day', 'Date');
  const visitors = column('visitors', 'UInt64');
  const revenue = column('revenue', 'Nullable(Decimal(38, 2))');
  const device = column('device', 'LowCardinality(String)');
  const blank = (type: ChartType): ChartDraft => ({
    ...newDraft(),
    type,
    query: 'SELECT',
    ...{ x: '', y: [], group: '' },
  });

  it.each<[ChartType, Partial<ChartDraft>]>([
    ['line', { x: 'day', y: ['visitors', 'revenue'] }],
    ['bar', { x: 'day', y: ['visitors', 'revenue'] }],
    ['stacked', { x: 'day', y: ['visitors'], group: 'device' }],
    ['pie', { y: ['visitors'], group: 'day' }],
    ['number', { y: ['visitors'] }],
    ['table', { y: [] }],
  ])('of a %s are chosen by their types', (type, chosen) => {
    const columns = [day, visitors, revenue, device];
    expect(fitColumns(blank(type), columns)).toMatchObject(chosen);
  });

  it('that were chosen stay chosen if the result has them', () => {
    const draft = { ...blank('line'), x: 'device', y: ['revenue', 'gone'] };
    expect(fitColumns(draft, [day, visitors, revenue, device])).toMatchObject({
      x: 'device',
      y: ['revenue'],
    });
    const other = fitColumns({ ...draft, x: 'gone', y: ['gone'] }, [device, visitors]);
    expect(other).toMatchObject({ x: 'device', y: ['visitors'] });
  });

  it('that were chosen stay chosen if the query failed', () => {
    const draft = { ...blank('stacked'), x: 'day', y: ['revenue'], group: 'device' };
    expect(fitColumns(draft, [])).toEqual(draft);
  });

  it('that are all numbers or all texts are drawn, too', () => {
    const year = column('year', 'UInt16');
    expect(fitColumns(blank('bar'), [year, visitors])).toMatchObject({
      x: 'year',
      y: ['visitors'],
    });
    expect(fitColumns(blank('stacked'), [device])).toMatchObject({ x: 'device', y: [], group: '' });
  });

  it('are always chosen from those of the result', () => {
    const columns = fc.uniqueArray(
      fc.record({
        name: word,
        type: fc.constantFrom('Date', 'String', 'UInt64', 'Float64', 'Nullable(Int32)'),
      }),
      { minLength: 3, maxLength: 6, selector: ({ name }) => name },
    );
    const sqlTypes = fc.constantFrom(...CHART_TYPES.filter(isSql));
    fc.assert(
      fc.property(sqlTypes, columns, fc.array(word, { maxLength: 3 }), (type, answer, chosen) => {
        const draft = { ...blank(type), x: chosen[0] ?? '', y: chosen.slice(1) };
        const names = answer.map(({ name }) => name);
        const { x_axis, y_axis, group_by } = bodyOf(fitColumns(draft, answer));
        for (const name of [x_axis, group_by, ...(y_axis ?? [])]) {
          if (name) expect(names).toContain(name);
        }
        if (type === 'line' || type === 'bar') {
          expect([x_axis, y_axis?.length]).not.toContain(undefined);
        }
        if (type === 'stacked') expect([x_axis, y_axis?.length, group_by]).not.toContain(undefined);
      }),
    );
  });
});
