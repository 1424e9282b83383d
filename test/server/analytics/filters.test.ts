// The parameter `filters`: every operator and field on the real engine, and every validation error.
import { beforeAll, describe, expect, it } from 'vitest';
import { analyticsRoutes } from '../../../src/protocol/analytics/routes.js';
import { createCleanup } from '../../support/cleanup.js';
import { type AnalyticsUnderTest, day, startAnalytics } from './analytics-under-test.js';

const cleanUp = createCleanup();
let analytics: AnalyticsUnderTest;

beforeAll(async () => {
  analytics = await startAnalytics();
  cleanUp(analytics.close);
  const at = day('2026-01-15');
  await analytics.store([
    {
      at,
      event: 'a',
      properties: { revenue: 1, tier: 'gold', n: 10, none: null, odd: 'inf' },
      context: { page_path: '/swap', ref: 'x' },
    },
    {
      at,
      event: 'b',
      properties: { revenue: 20, tier: 'silver', n: 9, ok: true, odd: '-Infinity' },
      context: { page_path: '/pool' },
    },
    {
      at,
      event: "it's|50%",
      properties: { revenue: 3, n: '7', odd: '1e9' },
      context: { page_path: '/swap/eth', utm_source: "o'x" },
    },
    { at, type: 'page', context: { page_path: '/', page_url: 'https://app.example/' } },
  ]);
});

type Condition = Readonly<Record<string, unknown>>;

const ask = (filters: unknown) =>
  analytics.ask('topEvents', {
    filters: typeof filters === 'string' ? filters : JSON.stringify(filters),
  });

/** The names of the matching events, with `page` for the page view. */
const fitting = async (...filters: readonly Condition[]) =>
  (await ask(filters)).data.map(({ event, type }) => event || type).sort();

const ODD = "it's|50%";

describe('filters', () => {
  it.each<[Condition, string[]]>([
    [{ field: 'page', op: 'eq', value: '/swap' }, ['a']],
    [{ field: 'page', op: 'neq', value: '/swap' }, ['b', ODD, 'page']],
    [{ field: 'page', op: 'startsWith', value: '/swap' }, ['a', ODD]],
    [{ field: 'page', op: 'endsWith', value: 'eth' }, [ODD]],
    [{ field: 'page', op: 'contains', value: 'o' }, ['b']],
    [{ field: 'page', op: 'gt', value: '/pool' }, ['a', ODD]],
    [{ field: 'event', op: 'in', value: 'a|b' }, ['a', 'b']],
    [{ field: 'event', op: 'in', value: ['a'] }, ['a']],
    [{ field: 'event', op: 'nin', value: 'a|b' }, [ODD, 'page']],
    [{ field: 'event', op: 'eq', value: ODD }, [ODD]],
    [{ field: 'event', op: 'eq', value: null }, ['page']],
    [{ field: 'type', op: 'eq', value: 'page' }, ['page']],
    [{ field: 'ref', op: 'notEmpty' }, ['a']],
    [{ field: 'ref', op: 'isEmpty', value: 'ignored' }, ['b', ODD, 'page']],
    [{ field: 'utm_source', op: 'eq', value: "o'x" }, [ODD]],
    [{ field: 'origin', op: 'eq', value: 'app.example' }, ['page']],
    [{ field: 'revenue', op: 'gt', value: 1 }, ['b', ODD]],
    [{ field: 'revenue', op: 'lte', value: '3' }, ['a', ODD, 'page']],
    [{ field: 'revenue', op: 'in', value: [1, '20'] }, ['a', 'b']],
    [{ field: 'points', op: 'eq', value: 0 }, ['a', 'b', ODD, 'page']],
    [{ field: 'device', op: 'eq', value: true }, []],
  ])('match by %j', async (filter, names) => {
    expect(await fitting(filter)).toEqual([...names].sort());
  });

  it.each<[Condition, string[]]>([
    [{ field: 'tier', op: 'eq', value: 'gold' }, ['a']],
    [{ field: 'tier', op: 'neq', value: 'gold' }, ['b', ODD]],
    [{ field: 'tier', op: 'contains', value: 'l' }, ['a', 'b']],
    [{ field: 'tier', op: 'isEmpty' }, [ODD]],
    [{ field: 'none', op: 'notEmpty' }, []],
    [{ field: 'n', op: 'eq', value: 10 }, ['a']],
    [{ field: 'n', op: 'gt', value: 8 }, ['a', 'b']],
    [{ field: 'n', op: 'lt', value: '9.5' }, ['b', ODD]],
    [{ field: 'n', op: 'eq', value: '7' }, [ODD]],
    [{ field: 'n', op: 'in', value: [7, '9'] }, ['b', ODD]],
    [{ field: 'n', op: 'nin', value: [7, 9] }, ['a']],
    [{ field: 'ok', op: 'eq', value: true }, ['b']],
    [{ field: 'odd', op: 'gt', value: 1 }, [ODD]],
    [{ field: 'odd', op: 'lt', value: 1 }, []],
    [{ field: 'odd', op: 'eq', value: 'inf' }, ['a']],
    [{ field: "'); DROP TABLE events; --", op: 'isEmpty' }, ['a', 'b', ODD]],
  ])('match by a property: %j', async (nested, names) => {
    const filter = { field: 'event', op: 'notEmpty', filters: [nested] };
    expect(await fitting(filter)).toEqual([...names].sort());
  });

  it('match only events that fulfil all of them', async () => {
    expect(
      await fitting(
        { field: 'revenue', op: 'gt', value: 1 },
        { field: 'page', op: 'contains', value: 'swap' },
      ),
    ).toEqual([ODD]);
    expect(await fitting()).toEqual(['a', 'b', ODD, 'page'].sort());
  });

  it.each<[string, unknown, string]>([
    ['invalid JSON', '[', ''],
    ['an object instead of a list', { field: 'page', op: 'eq', value: 'x' }, ''],
    ['an unknown field', [{ field: 'address', op: 'eq', value: 'x' }], '.0.field'],
    ['an unknown operator', [{ field: 'page', op: 'like', value: 'x' }], '.0.op'],
    ['an unknown key', [{ field: 'page', op: 'eq', value: 'x', not: true }], '.0.not'],
    ['no value', [{ field: 'page', op: 'eq' }], '.0.value'],
    ['null for an order operator', [{ field: 'page', op: 'gt', value: null }], '.0.value'],
    ['a list for one value', [{ field: 'page', op: 'eq', value: ['x'] }], '.0.value'],
    ['an empty list', [{ field: 'page', op: 'in', value: [] }], '.0.value'],
    ['an object', [{ field: 'page', op: 'eq', value: {} }], '.0.value'],
    ['a separator in a list', [{ field: 'page', op: 'in', value: ['a|b'] }], '.0.value'],
    ['notEmpty for a number', [{ field: 'volume', op: 'notEmpty' }], '.0.op'],
    ['contains for a number', [{ field: 'revenue', op: 'contains', value: '1' }], '.0.op'],
    ['a text for a number', [{ field: 'points', op: 'eq', value: 'many' }], '.0.value'],
    [
      'nested filters of a field other than event',
      [{ field: 'page', op: 'notEmpty', filters: [{ field: 'n', op: 'notEmpty' }] }],
      '.0.filters',
    ],
    [
      'filters nested twice',
      [{ field: 'event', op: 'notEmpty', filters: [{ field: 'n', op: 'notEmpty', filters: [] }] }],
      '.0.filters.0.filters',
    ],
    [
      'isEmpty for a nested number',
      [{ field: 'event', op: 'notEmpty', filters: [{ field: 'points', op: 'isEmpty' }] }],
      '.0.filters.0.op',
    ],
    [
      'a missing nested value',
      [{ field: 'event', op: 'notEmpty', filters: [{ field: 'n', op: 'gt' }] }],
      '.0.filters.0.value',
    ],
  ])('refuses %s', async (_, filters, path) => {
    await expect(ask(filters)).rejects.toMatchObject({
      code: 'INVALID_VALIDATION_REQUEST',
      fields: { param: 'query.filters', details: { [`query.filters${path}`]: expect.any(String) } },
    });
  });
});

describe('every endpoint', () => {
  const questions = Object.entries(analyticsRoutes).filter(
    ([, { path }]) => path !== '/v0/revenue_timeseries',
  );

  it.each(questions)(
    '%s has the parameter filters, and validates it',
    async (question, { query }) => {
      expect(Object.keys(query.properties ?? {})).toContain('filters');
      const steps = '[{"type":"event","event":"page"},{"type":"event","event":"connect"}]';
      const asked = (async () =>
        void (await analytics.ask(question as never, { steps, filters: '[' } as never)))();
      await expect(asked).rejects.toMatchObject({ fields: { param: 'query.filters' } });
    },
  );
});

describe('other parameters', () => {
  it.each<[Parameters<AnalyticsUnderTest['ask']>[0], object, string]>([
    ['eventTimeseries', { exclude: 'page,clicks' }, 'query.exclude'],
    ['revenueTimeseries', { address: 'vitalik.eth' }, 'query.address'],
    ['topSources', { date_from: '2026-01-02', date_to: '2026-01-01' }, 'query.date_from'],
    ['funnel', { steps: '[{"type":"event","event":"page"}]' }, 'query.steps'],
    [
      'funnel',
      { steps: '[{"type":"click","event":"a"},{"type":"event","event":"b"}]' },
      'query.steps',
    ],
    ['funnel', { steps: `[${Array(11).fill('{"type":"event","event":"page"}')}]` }, 'query.steps'],
    [
      'funnel',
      {
        steps: '[{"type":"event","event":"a"},{"type":"event","event":"b"}]',
        conversion_window: '{"value":0,"unit":"hour"}',
      },
      'query.conversion_window',
    ],
    [
      'funnel',
      {
        steps: '[{"type":"event","event":"a","name":"A"},{"type":"event","event":"b","name":"A"}]',
      },
      'query.steps',
    ],
    ['retention', { entry: '{"type":"event","event":""}' }, 'query.entry'],
    ['flow', { start: 'page' }, 'query.start'],
  ])('refuses %s %j', async (question, query, param) => {
    const asked = (async () => void (await analytics.ask(question, query as never)))();
    await expect(asked).rejects.toMatchObject({
      code: 'INVALID_VALIDATION_REQUEST',
      fields: { param },
    });
  });

  it('names the value that it refuses', async () => {
    const address = async () => analytics.ask('revenueTimeseries', { address: 'vitalik.eth' });
    await expect(address()).rejects.toThrow('Solana address; it is "vitalik.eth".');
    const step = { type: 'event', event: 'page', name: 'A' };
    const steps = async () => analytics.ask('funnel', { steps: JSON.stringify([step, step]) });
    await expect(steps()).rejects.toThrow(
      'query.steps.1.name must be unique, but another step is named "A", too.',
    );
  });
});
