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
}

/** A header's value, the first when there are several. */
export const headerOf = ({ headers }: RequestLike, name: string): string | undefined => {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined;
  const value = (headers as Readonly<Record<string, HeaderValue>>)[name];
  return typeof value === 'object' ? value[0] : value;
};

/** The address that was asked for; undefined when it cannot be told. */
export const addressOf = (request: RequestLike): URL | undefined => {
  const first = (name: string) => headerOf(request, name)?.split(',')[0]?.trim();
  const host = first('x-forwarded-host') ?? first('host') ?? 'localhost';
  const protocol = first('x-forwarded-proto') ?? 'http';
  try {
    return new URL(request.originalUrl ?? request.url ?? '/', `${protocol}://${host}`);
  } catch {
    return undefined;
  }
};
