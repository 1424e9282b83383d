// What a client is made with, and where a missing option comes from.
import { foreignSign } from '../net/foreign-sign.js';
import { ChaintrailError } from './errors.js';
import type { Logger, LogLevel } from './log.js';
import { randomKey } from './random-key.js';

/** The part of `fetch` that is used. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A query parameter. Lists of texts are sent comma-separated, other objects as JSON; undefined is left out. */
export type QueryValue = string | number | boolean | null | undefined | object;
export type Query = Readonly<Record<string, QueryValue>>;

/** Merges options or queries: later ones win, and undefined leaves what an earlier one set. */
export const merge = <T extends object>(...layers: readonly (T | undefined)[]): T =>
  Object.fromEntries(
    layers
      .flatMap((layer) => Object.entries(layer ?? {}))
      .filter(([, value]) => value !== undefined),
  ) as T;

/** A header; `null` leaves out a default one. */
export type HeaderValues = Readonly<Record<string, string | null | undefined>>;

export interface ClientOptions {
  /** A workspace API key. Default: `CHAINTRAIL_API_KEY` of the environment. */
  readonly apiKey?: string | undefined;
  /**
   * URL of the server. Default: `CHAINTRAIL_URL` of the environment (or `CHAINTRAIL_BASE_URL`, its
   * older name), else `http://127.0.0.1:4318`.
   */
  readonly baseURL?: string | undefined;
  /** Milliseconds for one attempt, the body included; `Infinity` for as long as it takes. Default 60,000. */
  readonly timeout?: number | undefined;
  /** Milliseconds for a call with all its attempts and the waits between. Default: none. */
  readonly deadline?: number | undefined;
  /** Attempts after the first. Default 2. */
  readonly maxRetries?: number | undefined;
  /** The `fetch` to call. Default: the global one. */
  readonly fetch?: Fetch | undefined;
  /** Passed on to each `fetch`, such as a `dispatcher` or `cache`. Default: none. */
  readonly fetchOptions?: Omit<RequestInit, 'method' | 'body' | 'headers' | 'signal'> | undefined;
  /** Headers of each call, in place of those that the client sets itself. Default: none. */
  readonly defaultHeaders?: HeaderValues | undefined;
  /**
   * Query parameters for calls that do not set them, such as `{ project_id }` where the workspace
   * has several projects. Default: none.
   */
  readonly defaultQuery?: Query | undefined;
  /** Where the client logs. Default: `console`. */
  readonly logger?: Logger | undefined;
  /** How much the client logs. Default: `CHAINTRAIL_LOG` of the environment, else `off`. */
  readonly logLevel?: LogLevel | undefined;
  /** Makes the idempotency key of a write. Default: 128 random bits. */
  readonly idempotencyKey?: (() => string) | undefined;
  /**
   * Allows a browser, where every visitor can read the key, which opens the whole workspace.
   * Default false.
   */
  readonly dangerouslyAllowBrowser?: boolean | undefined;
}

/** What one call may set for itself. */
export interface CallOptions {
  /** Milliseconds for one attempt. Default: the client's. */
  readonly timeout?: number | undefined;
  /** Milliseconds for all attempts together. Default: the client's. */
  readonly deadline?: number | undefined;
  /** Attempts after the first. Default: the client's. */
  readonly maxRetries?: number | undefined;
  /** Headers of this call, in place of the client's `defaultHeaders`. */
  readonly headers?: HeaderValues | undefined;
  /** Further query parameters, in place of the method's and of `defaultQuery`. */
  readonly query?: Query | undefined;
  /** Ends the call: it rejects with AbortError. */
  readonly signal?: AbortSignal | undefined;
  /** The idempotency key of a write that takes one. Default: a new one, see the client's. */
  readonly idempotencyKey?: string | undefined;
}

interface Limits {
  readonly timeout: number;
  readonly deadline: number;
  readonly maxRetries: number;
}

export interface Settings extends Limits {
  readonly apiKey: string;
  readonly baseURL: string;
  readonly fetch: Fetch;
  readonly fetchOptions: ClientOptions['fetchOptions'];
  readonly defaultHeaders: HeaderValues;
  readonly defaultQuery: Query;
  readonly logger: Logger;
  readonly logLevel: LogLevel;
  readonly idempotencyKey: () => string;
}

const DEFAULT_BASE_URL = 'http://127.0.0.1:4318';
const DEFAULT_LIMITS: Limits = {
  timeout: 60_000,
  deadline: Number.POSITIVE_INFINITY,
  maxRetries: 2,
};

const fromEnvironment = (name: string): string | undefined => {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  try {
    return process?.env?.[name]?.trim() || undefined;
  } catch {
    // Deno throws where the variable was not allowed.
    return undefined;
  }
};

const isBrowser = (): boolean =>
  typeof (globalThis as { document?: unknown }).document === 'object' &&
  typeof (globalThis as { navigator?: unknown }).navigator === 'object';

/** @throws ChaintrailError naming the option that is missing or wrong, and what to do */
export function readOptions(options: ClientOptions): Settings {
  if (isBrowser() && !options.dangerouslyAllowBrowser) {
    throw new ChaintrailError(
      'An API key opens the whole workspace and must not be in a page. Call the API from your server, or set dangerouslyAllowBrowser when only you see this page.',
    );
  }
  // Trimmed: a key from a file may end with a line break, which no header can carry.
  const apiKey = (options.apiKey ?? fromEnvironment('CHAINTRAIL_API_KEY'))?.trim();
  if (!apiKey) {
    throw new ChaintrailError('No API key: pass apiKey, or set CHAINTRAIL_API_KEY.');
  }
  const foreign = foreignSign(apiKey);
  if (foreign) throw new ChaintrailError(`apiKey contains "${foreign}": copy the key alone.`);
  return {
    apiKey,
    baseURL: readBaseUrl(
      // `CHAINTRAIL_BASE_URL` is the older name.
      options.baseURL ??
        fromEnvironment('CHAINTRAIL_URL') ??
        fromEnvironment('CHAINTRAIL_BASE_URL'),
    ),
    ...readLimits(options, DEFAULT_LIMITS),
    // Wrapped, because browsers refuse a `fetch` that is called with another `this`.
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    fetchOptions: options.fetchOptions,
    defaultHeaders: options.defaultHeaders ?? {},
    defaultQuery: options.defaultQuery ?? {},
    logger: options.logger ?? console,
    logLevel: options.logLevel ?? (fromEnvironment('CHAINTRAIL_LOG') as LogLevel) ?? 'off',
    idempotencyKey: options.idempotencyKey ?? randomKey,
  };
}

/**
 * The limits of a client, or of a call in place of its client's. Checked, because with NaN a call
 * would be repeated for ever.
 *
 * @throws ChaintrailError when one is no number or too small
 */
export const readLimits = (given: Pick<CallOptions, keyof Limits>, limits: Limits): Limits => ({
  timeout: atLeast(1, 'timeout', given.timeout ?? limits.timeout),
  deadline: atLeast(1, 'deadline', given.deadline ?? limits.deadline),
  maxRetries: atLeast(0, 'maxRetries', given.maxRetries ?? limits.maxRetries),
});

function readBaseUrl(given: string = DEFAULT_BASE_URL): string {
  const text = String(given).trim();
  // Paths are appended to it, so a query or fragment would swallow them. With credentials `fetch`
  // refuses the URL, and its error would show them.
  if (!/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/.test(text) || !URL.canParse(text)) {
    throw new ChaintrailError(
      `baseURL is ${JSON.stringify(text.replace(/.*@/, ''))}. Use an http(s) address without credentials, such as ${DEFAULT_BASE_URL}.`,
    );
  }
  return text.replace(/\/+$/, '');
}

export function atLeast(minimum: number, name: string, value: number): number {
  if (typeof value === 'number' && value >= minimum) return value;
  throw new ChaintrailError(`${name} is ${String(value)}. Use a number of at least ${minimum}.`);
}
