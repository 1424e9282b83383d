// The properties that are read of a request of any framework, with the Fetch standard's or Node's
// shape.

type HeaderValue = string | readonly string[] | undefined;

export interface RequestLike {
  /** The `Headers` of Fetch, or Node's object with lower-case names. */
  readonly headers: { get(name: string): string | null } | Readonly<Record<string, HeaderValue>>;
  /** A whole URL (Fetch), or the path with its query (Node). */
  readonly url?: string | undefined;
  /** Express: the path as it was requested, before routers cut it. */
  readonly originalUrl?: string | undefined;
  /** Fastify: Node's own request. */
  readonly raw?: { readonly url?: string | undefined } | undefined;
  /** Node's socket, which shows whether the connection is encrypted. */
  readonly socket?: object | null | undefined;
}

/** A header's value, the first when there are several. */
export const headerOf = ({ headers }: RequestLike, name: string): string | undefined => {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined;
  const value = (headers as Readonly<Record<string, HeaderValue>>)[name];
  return typeof value === 'object' ? value[0] : value;
};

/** A pseudo-header, which HTTP/2 has in place of `Host`. `Headers` throws at such a name. */
const pseudoHeaderOf = ({ headers }: RequestLike, name: string): string | undefined =>
  typeof headers.get === 'function' ? undefined : headerOf({ headers }, name);

/**
 * The URL that was requested: first as proxies report it in `X-Forwarded-*`, then as the request
 * itself has it. Undefined when it cannot be told.
 */
export const addressOf = (request: RequestLike): URL | undefined => {
  const first = (name: string) => headerOf(request, name)?.split(',')[0]?.trim();
  const asked = request.originalUrl || request.url || '/';
  try {
    // Only a whole URL is parsed: in a path that begins with two slashes, no host follows.
    const whole = asked.startsWith('/') ? undefined : new URL(asked);
    const path = whole ? whole.pathname + whole.search : asked;
    const host =
      first('x-forwarded-host') ??
      whole?.host ??
      pseudoHeaderOf(request, ':authority') ??
      first('host') ??
      'localhost';
    const scheme =
      whole?.protocol.slice(0, -1) ??
      pseudoHeaderOf(request, ':scheme') ??
      ('encrypted' in (request.socket ?? {}) ? 'https' : 'http');
    return new URL(`${first('x-forwarded-proto') ?? scheme}://${host}${path}`);
  } catch {
    return undefined;
  }
};
