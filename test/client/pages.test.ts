// The three ways in which the API splits lists into pages.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CallOptions, Chaintrail } from '../../src/client/index.js';
import { byPage, byRows, byTotal, pagedCall } from '../../src/client/pages.js';
import { failure, json, scriptedServer } from './scripted-server.js';

type Asked = Readonly<Record<string, number | undefined>>;

/** A list on a server that answers any query by `answer`. */
function listOf(answer: (query: Asked) => unknown) {
  const server = scriptedServer(() => {
    const { searchParams } = server.asked.at(-1)?.url ?? new URL('http://x.test');
    return json(answer(Object.fromEntries([...searchParams].map(([k, v]) => [k, Number(v)]))));
  });
  const client = new Chaintrail({ apiKey: 'ct_key', fetch: server.fetch });
  return { server, page: <T>(query: Asked) => client.get<T>('/v0/list', { query }) };
}

const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
};

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

const LISTS = {
  'by page': (total: number, size: number) => {
    const list = listOf(({ page = 1 }) => ({
      data: numbers(total).slice((page - 1) * size, page * size),
      total,
      page,
      size,
      has_more: page * size < total,
    }));
    return {
      ...list,
      call: () => pagedCall(list.page, [{ size }, undefined], byPage<number, Asked>()),
    };
  },
  'by offset and total': (total: number, limit: number) => {
    const list = listOf(({ offset = 0 }) => ({
      data: numbers(total).slice(offset, offset + limit),
      meta: { total, limit, offset },
    }));
    return {
      ...list,
      call: () => pagedCall(list.page, [{ limit }, undefined], byTotal<number, Asked>()),
    };
  },
  'by offset and rows': (total: number, limit: number) => {
    const list = listOf(({ offset = 0 }) => ({
      data: numbers(total).slice(offset, offset + limit),
    }));
    const paging = byRows<number, { data: number[] }, Asked>();
    return {
      ...list,
      call: () => pagedCall(list.page<{ data: number[] }>, [{ limit }, undefined], paging),
    };
  },
};

describe.each(Object.entries(LISTS))('a list %s', (_, make) => {
  it('yields each item once and in order for any length', () =>
    fc.assert(
      fc.asyncProperty(fc.nat(25), fc.integer({ min: 1, max: 7 }), async (total, size) => {
        const { call, server } = make(total, size);
        expect(await collect(call())).toEqual(numbers(total));
        expect(server.asked.length).toBeLessThanOrEqual(Math.floor(total / size) + 1);
      }),
      { numRuns: 60 },
    ));

  it('can be read page by page, and requests no page in advance', async () => {
    const { call, server } = make(5, 2);
    const first = await call();
    expect(first.items).toEqual([0, 1]);
    expect(first.hasNextPage()).toBe(true);
    const third = await (await first.getNextPage()).getNextPage();
    expect(third.items).toEqual([4]);
    expect(third.hasNextPage()).toBe(false);
    await expect(third.getNextPage()).rejects.toThrow('last page');
    expect(server.asked).toHaveLength(3);
  });

  it('stops at the limit of toArray', async () => {
    const { call, server } = make(100, 10);
    expect(await call().toArray({ limit: 15 })).toEqual(numbers(15));
    expect(server.asked).toHaveLength(2);
    expect(await call().toArray({ limit: 0 })).toEqual([]);
    for (const limit of [Number.NaN, undefined, -1]) {
      await expect(call().toArray({ limit: limit as number })).rejects.toThrow(
        `The limit of toArray() is ${limit}. Use a number`,
      );
    }
  });

  it('gives the response of its first page by asResponse()', async () => {
    expect((await make(3, 2).call().asResponse()).headers.get('x-request-id')).toBe('req_1');
  });
});

it('a list whose request fails rejects, even with a limit of 0', async () => {
  const server = scriptedServer(failure(401, 'UNAUTHORIZED'));
  const client = new Chaintrail({ apiKey: 'ct_key', fetch: server.fetch });
  await expect(client.alerts.list().toArray({ limit: 0 })).rejects.toThrow('UNAUTHORIZED');
});

it('a list of analytics ends at the largest offset that the API accepts', async () => {
  const { page, server } = listOf(() => ({ data: numbers(1_000) }));
  const query = { limit: 1_000, offset: 99_500 };
  const paging = byRows<number, { data: number[] }, Asked>();
  const call = pagedCall(page<{ data: number[] }>, [query, undefined], paging);
  expect((await collect(call)).length).toBe(1_000);
  expect(server.asked).toHaveLength(1);
  const full = { limit: 1_000, offset: 99_000 };
  const last = pagedCall(page<{ data: number[] }>, [full, undefined], paging);
  expect((await collect(last)).length).toBe(2_000);
});

it('a search ends at an empty page, whatever total the answer names', async () => {
  const { server } = listOf(() => ({ data: [], meta: { total: 5, limit: 100, offset: 0 } }));
  const { profiles } = new Chaintrail({ apiKey: 'ct_key', fetch: server.fetch });
  expect((await profiles.search()).hasNextPage()).toBe(false);
});

it('a page in the query of the call options is where the list starts', async () => {
  const { server } = listOf(({ page = 1 }) => ({ data: [page], page, has_more: page < 4 }));
  const client = new Chaintrail({ apiKey: 'ct_key', fetch: server.fetch });
  const call = client.alerts.list({}, { query: { page: 2 } });
  expect(await call.toArray({ limit: 9 })).toEqual([2, 3, 4]);
});

it('a list of analytics advances by the limit in the query of the call options', async () => {
  const { server } = listOf(({ offset = 0, limit = 50 }) => ({
    data: numbers(5).slice(offset, offset + limit),
  }));
  const client = new Chaintrail({ apiKey: 'ct_key', fetch: server.fetch });
  const call = client.analytics.topPages({}, { query: { limit: 2 } });
  expect(await collect<unknown>(call)).toEqual(numbers(5));
  expect(server.asked.map(({ url }) => url.searchParams.get('offset'))).toEqual([null, '2', '4']);
});

it.each([
  [{ limit: 10 }, {}, 0],
  [{ limit: 100 }, {}, 0],
  [{ limit: 10, offset: 20 }, {}, 20],
  [{ limit: 7 }, { limit: '10' }, 0],
  [{ limit: 7, offset: 30 }, { limit: null, offset: '20' }, 20],
])(
  'a list of analytics honours the default query of the client (%j) and of the call (%j)',
  async (defaultQuery, query, first) => {
    const { server } = listOf(({ offset = 0, limit = 50 }) => ({
      data: numbers(120).slice(offset, offset + limit),
    }));
    const client = new Chaintrail({ apiKey: 'ct_key', fetch: server.fetch, defaultQuery });
    const call = client.analytics.topEvents({}, { query });
    expect(await call.toArray({ limit: 1_000 })).toEqual(numbers(120).slice(first));
  },
);

it.each([
  ['by page', (c: Chaintrail, o: CallOptions) => c.alerts.list({ size: 1 }, o), 'size'],
  ['by total', (c: Chaintrail, o: CallOptions) => c.profiles.search({ limit: 1 }, o), 'limit'],
  ['by rows', (c: Chaintrail, o: CallOptions) => c.analytics.topPages({ limit: 1 }, o), 'limit'],
] as const)(
  'each page %s is requested with the same query and headers as the first',
  async (_, call, name) => {
    const { server } = listOf(({ page = 1, offset = 0 }) => {
      const at = Math.max(page - 1, offset);
      const meta = { total: 3, offset };
      return { data: numbers(3).slice(at, at + 1), page, has_more: page < 3, meta };
    });
    const client = new Chaintrail({ apiKey: 'ct_key', fetch: server.fetch });
    const pages = await collect<{ data: readonly unknown[] }>(
      call(client, { headers: { 'x-own': 'yes' } }).iterPages(),
    );
    expect(pages.flatMap(({ data }) => data)).toEqual([0, 1, 2]);
    for (const { url, headers } of server.asked)
      expect([url.searchParams.get(name), headers.get('x-own')]).toEqual(['1', 'yes']);
  },
);
