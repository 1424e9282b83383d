// Operations that use all features of the table of routes, for tests of what all operations share.
import { listAnswer, pageQuery } from '../../../src/protocol/lists.js';
import { apiKey, type Route } from '../../../src/protocol/route.js';
import { array, integer, object, optional, string } from '../../../src/protocol/schema.js';
import { requireFound } from '../../../src/server/errors/require-found.js';
import type { AppParts } from '../../../src/server/http/app.js';
import { listPage } from '../../../src/server/list-page.js';

const thing = object({ name: string({ minLength: 1 }), size: optional(integer()) });
const byId = object({ thingId: string() });
const common = { tag: 'Boards', summary: 'Of the tests.' } as const;

const table = {
  listThings: {
    ...common,
    method: 'GET',
    path: '/v0/things',
    credential: apiKey('boards:read'),
    query: object(pageQuery),
    status: 200,
    answer: listAnswer(thing),
  },
  createThing: {
    ...common,
    method: 'POST',
    path: '/v0/things',
    credential: apiKey('boards:write'),
    body: { anyOf: [thing, array(thing)] },
    idempotent: true,
    status: 201,
    answer: thing,
  },
  searchThings: {
    ...common,
    method: 'POST',
    path: '/v0/things/search',
    credential: apiKey('boards:read'),
    query: object({ limit: optional(integer({ maximum: 10 })) }),
    body: object({ name: optional(string()) }),
    bodyOptional: true,
    invalidCode: 'BAD_REQUEST',
    status: 200,
  },
  getThing: {
    ...common,
    method: 'GET',
    path: '/v0/things/{thingId}',
    credential: apiKey('boards:read'),
    params: byId,
    status: 200,
    answer: thing,
  },
  deleteThing: {
    ...common,
    method: 'DELETE',
    path: '/v0/things/{thingId}',
    credential: apiKey('boards:write'),
    params: byId,
    idempotent: true,
    status: 204,
  },
} as const satisfies Record<string, Route>;

/** Makes a thing, and returns the body of the answer. */
type Create = (body: unknown) => Promise<unknown>;

/** The table and its handlers, as parts of an app. */
export const madeUpApi = (create: Create): Pick<AppParts['api'], 'table' | 'handlers'> => {
  const handlers: Record<keyof typeof table, (request: Request) => Promise<unknown>> = {
    listThings: ({ input }) =>
      listPage(input.query, async ({ limit, offset }) => ({
        rows: Array.from({ length: 7 }, (_, index) => ({ name: String(index) })).slice(
          offset,
          offset + limit,
        ),
        total: 7,
      })),
    createThing: ({ input }) => create(input.body),
    searchThings: async ({ input }) => ({ body: input.body }),
    getThing: async ({ input: { params } }) =>
      requireFound(
        params.thingId === 'missing' ? undefined : { name: params.thingId },
        `thing "${params.thingId}"`,
      ),
    deleteThing: async () => undefined,
  };
  return { table, handlers: handlers as unknown as AppParts['api']['handlers'] };
};

interface Request {
  readonly input: {
    readonly query: { page?: number; size?: number };
    readonly params: { thingId: string };
    readonly body: unknown;
  };
}
