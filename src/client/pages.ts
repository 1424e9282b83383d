// Lists that come in pages: one page, the next, all items.
import { type ApiCall, mapCall } from './api-call.js';
import { atLeast, type CallOptions, merge, type Query } from './options.js';

/** One page of a list: the answer as it came, and the way on. */
export type Page<Item, Answer> = Answer & {
  readonly items: readonly Item[];
  hasNextPage(): boolean;
  /** @throws RangeError when this is the last page */
  getNextPage(): Promise<Page<Item, Answer>>;
};

/** Await it for the first page; iterate it for all items, page by page. */
export interface PagedCall<Item, Answer> extends ApiCall<Page<Item, Answer>>, AsyncIterable<Item> {
  iterPages(): AsyncIterable<Page<Item, Answer>>;
  /** All items, at most `limit` of them: a list may be longer than memory. */
  toArray(bound: { readonly limit: number }): Promise<Item[]>;
}

/** How a list is cut into pages. */
export interface Paging<Item, Answer, Query> {
  readonly items: (answer: Answer) => readonly Item[];
  /** The query of the next page; undefined after the last. */
  readonly next: (answer: Answer, query: Query) => Query | undefined;
}

/**
 * A `query` in the options is merged into that of the list. Passed on with the options, its `page`
 * or `offset` would ask for the same page again and again.
 */
export function pagedCall<Item, Answer extends object, Asked extends object>(
  fetchPage: (query: Asked, options: CallOptions) => ApiCall<Answer>,
  [given, { query: more, ...options } = {}]: readonly [
    query: Asked,
    options: CallOptions | undefined,
  ],
  paging: Paging<Item, Answer, Asked>,
): PagedCall<Item, Answer> {
  const query = merge(given as Query, more) as Asked;
  const pageOf = (answer: Answer, asked: Asked): Page<Item, Answer> => {
    const next = paging.next(answer, asked);
    return {
      ...answer,
      items: paging.items(answer),
      hasNextPage: () => next !== undefined,
      getNextPage: async () => {
        if (next === undefined) {
          throw new RangeError('This is the last page: check hasNextPage().');
        }
        return pageOf(await fetchPage(next, options), next);
      },
    };
  };
  const first = mapCall(fetchPage(query, options), (answer) => pageOf(answer, query));
  async function* iterPages() {
    for (let page = await first; ; page = await page.getNextPage()) {
      yield page;
      if (!page.hasNextPage()) return;
    }
  }
  async function* iterItems() {
    for await (const page of iterPages()) yield* page.items;
  }
  return Object.assign(first, {
    iterPages,
    [Symbol.asyncIterator]: iterItems,
    toArray: async ({ limit }: { readonly limit: number }) => {
      const items: Item[] = [];
      // The first page is requested already: when it fails, its rejection must be handled, even if
      // `limit` is wrong.
      await first;
      atLeast(0, 'The limit of toArray()', limit);
      for await (const item of limit > 0 ? iterItems() : []) {
        items.push(item);
        if (items.length >= limit) break;
      }
      return items;
    },
  });
}

/** Standard lists: `page`, until `has_more` is false. */
export const byPage = <Item, Query extends { page?: number | undefined }>(): Paging<
  Item,
  { readonly data: readonly Item[]; readonly page: number; readonly has_more: boolean },
  Query
> => ({
  items: ({ data }) => data,
  next: ({ page, has_more }, query) => (has_more ? { ...query, page: page + 1 } : undefined),
});

/** Profile search: `offset`, until `meta.total` is reached. */
export const byTotal = <Item, Query extends { offset?: number | undefined }>(): Paging<
  Item,
  {
    readonly data: readonly Item[];
    readonly meta: { readonly total: number; readonly offset: number };
  },
  Query
> => ({
  items: ({ data }) => data,
  next: ({ data, meta }, query) => {
    const offset = meta.offset + data.length;
    return data.length > 0 && offset < meta.total ? { ...query, offset } : undefined;
  },
});

const ANALYTICS_LIMIT = 50;
const LAST_OFFSET = 100_000;

/**
 * Analytics: `offset`, until a page has fewer rows than asked for, or the API takes no larger offset. Numbers may
 * be asked for as texts.
 */
export const byRows = <
  Item,
  Answer extends { readonly data: readonly Item[] },
  Query extends { offset?: number | undefined; limit?: number | undefined },
>(): Paging<Item, Answer, Query> => ({
  items: ({ data }) => data,
  next: ({ data }, query) => {
    const limit = Number(query.limit ?? ANALYTICS_LIMIT);
    const offset = Number(query.offset ?? 0) + limit;
    return data.length < limit || offset > LAST_OFFSET ? undefined : { ...query, offset };
  },
});
