// From a call to what `fetch` is given: address, headers, body.
import { ChaintrailError } from './errors.js';
import type { CallOptions, HeaderValues, Query, QueryValue, Settings } from './options.js';

export interface Call {
  readonly method: string;
  /** With `{name}` for path parameters. */
  readonly path: string;
  readonly params?: Readonly<Record<string, string | number>> | undefined;
  /** The query in a path that the caller wrote, such as `limit=5`. */
  readonly search?: string | undefined;
  readonly query?: Query | undefined;
  readonly body?: unknown;
  /** Sends an idempotency key, under which the server runs the call once. */
  readonly isIdempotent?: boolean | undefined;
  /** Sent in place of the API key: the write key of a project. */
  readonly bearer?: string | undefined;
}

/** A path parameter is one segment: `..` or nothing would name another resource. */
function fill(path: string, params: Call['params']): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(params?.[name] ?? '');
    if (value === '' || value === '.' || value === '..') {
      throw new ChaintrailError(`${name} is ${JSON.stringify(value)}; ${path} requires it.`);
    }
    return encodeURIComponent(value);
  });
}

/** Whether a parameter is sent: null, undefined and an empty list are not. */
const isGiven = (value: QueryValue): value is NonNullable<QueryValue> =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);

const textOf = (value: NonNullable<QueryValue>): string =>
  value instanceof Date
    ? value.toISOString()
    : Array.isArray(value) && value.every((item) => typeof item === 'string')
      ? value.join(',')
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);

/** Later ones win; null takes a name out, and undefined leaves what was said before. */
function queryText(defaults: Query, search: string, ...queries: readonly (Query | undefined)[]) {
  const parameters = new URLSearchParams(search);
  for (const [name, value] of Object.entries(defaults)) {
    if (isGiven(value) && !parameters.has(name)) parameters.set(name, textOf(value));
  }
  for (const [name, value] of queries.flatMap((query) => Object.entries(query ?? {}))) {
    if (isGiven(value)) parameters.set(name, textOf(value));
    else if (value !== undefined) parameters.delete(name);
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

/** Later ones win, whatever the letter case; null takes a name out. */
function headersOf(...layers: readonly HeaderValues[]): Headers {
  const headers = new Headers();
  for (const [name, value] of layers.flatMap((layer) => Object.entries(layer))) {
    if (value === null) headers.delete(name);
    else if (value !== undefined) headers.set(name, value);
  }
  return headers;
}

export interface PreparedRequest {
  readonly url: string;
  readonly init: RequestInit & { readonly headers: Headers };
  readonly idempotencyKey: string | undefined;
}

/** Made once for all attempts, so that they have the same idempotency key. */
export function requestOf(call: Call, settings: Settings, options: CallOptions): PreparedRequest {
  const { defaultQuery } = settings;
  const query = queryText(defaultQuery, call.search ?? '', call.query, options.query);
  const headers = headersOf(
    {
      accept: 'application/json',
      authorization: `Bearer ${call.bearer ?? settings.apiKey}`,
      'content-type': call.body === undefined ? undefined : 'application/json',
      'idempotency-key': call.isIdempotent
        ? (options.idempotencyKey ?? settings.idempotencyKey())
        : undefined,
    },
    settings.defaultHeaders,
    options.headers ?? {},
  );
  return {
    url: `${settings.baseURL}${fill(call.path, call.params)}${query}`,
    init: {
      ...settings.fetchOptions,
      method: call.method,
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      headers,
    },
    // As it is sent: a caller may have given it as a header.
    idempotencyKey: headers.get('idempotency-key') ?? undefined,
  };
}
