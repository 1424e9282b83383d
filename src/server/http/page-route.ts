// Routes that need no key: pages, files, health. Described without Fastify, so that areas can bring theirs.

export interface PageRequest {
  /** The parsed query string; a repeated name may be a list. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** What stood for the `:name` parts of the path. */
  readonly params: Readonly<Record<string, string>>;
}

/** What a page sends: text, or a file in a compressed form. */
export type PageBody = string | Uint8Array;

export interface PageResponse<Body extends PageBody = string> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
}

export interface PageRoute<Body extends PageBody = string> {
  readonly method: 'GET';
  readonly path: string;
  handle(request: PageRequest): Promise<PageResponse<Body>>;
}

/** A page answer of JSON that is written already. */
export const jsonText = (body: string): PageResponse => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body,
});

/** A page answer of JSON. */
export const jsonResponse = (value: unknown): PageResponse => jsonText(JSON.stringify(value));
