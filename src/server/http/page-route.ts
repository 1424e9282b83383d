// Routes that need no key: pages, files, health. Described without Fastify, so that areas can bring theirs.

export interface PageRequest {
  /** The parsed query string; a repeated name may be a list. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** What stood for the `:name` parts of the path. */
  readonly params: Readonly<Record<string, string>>;
}

export interface PageResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export interface PageRoute {
  readonly method: 'GET';
  readonly path: string;
  handle(request: PageRequest): Promise<PageResponse>;
}

/** A page answer of JSON. */
export const jsonResponse = (value: unknown): PageResponse => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value),
});
