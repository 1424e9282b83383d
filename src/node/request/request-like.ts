// What is read of a request, whichever framework it comes from: the Fetch standard's or Node's.

type HeaderValue = string | readonly string[] | undefined;

export interface RequestLike {
  /** `Headers`, or Node's object of lower-case names. */
  readonly headers: { get(name: string): string | null } | Readonly<Record<string, HeaderValue>>;
  /** Whole (Fetch) or the path with its query (Node). */
  readonly url?: string | undefined;
  /** Express: the path as it came, before routers cut it. */
  readonly originalUrl?: string | undefined;
  /** Fastify: the request of Node. */
  readonly raw?: { readonly url?: string | undefined } | undefined;
  /** Of Node: says whether the request came encrypted. */
  readonly socket?: object | null | undefined;
}

/** A header's value, the first when there are several. */
export const headerOf = ({ headers }: RequestLike, name: string): string | undefined => {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined;
  const value = (headers as Readonly<Record<string, HeaderValue>>)[name];
  return typeof value === 'object' ? value[0] : value;
};

/** What HTTP/2 says in the place of `Host`. `Headers` has no such names, and throws at them. */
const pseudoHeaderOf = ({ headers }: RequestLike, name: string): string | undefined =>
  typeof headers.get === 'function' ? undefined : headerOf({ headers }, name);

/** The address that was asked for, by what proxies say before what they made of it; undefined when it cannot be told. */
export const addressOf = (request: RequestLike): URL | undefined => {
  const first = (name: string) => headerOf(request, name)?.split(',')[0]?.trim();
  const asked = request.originalUrl || request.url || '/';
  try {
    // Of a path alone what follows two slashes is no host.
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
