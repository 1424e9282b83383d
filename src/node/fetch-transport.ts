// Sends batches with fetch, where there is no node:http: Workers, Vercel Edge, Deno, Bun.
import type { SendResult, Transport } from '../core/ports.js';
import type { TrackerFault } from '../core/tracker-types.js';
import { createReachability, type HttpAnswer } from './reachability.js';

const GZIP_FROM_CHARACTERS = 1_024;

export interface FetchTransportOptions {
  readonly apiHost: string;
  /** Read at each request, since a key can be replaced. */
  readonly writeKey: () => string;
  readonly timeoutMs: number;
  readonly onFault: (fault: TrackerFault) => void;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
}

/**
 * Async, so that it rejects even where the constructor throws: Next's edge runtime has
 * CompressionStream by name only.
 */
const gzip = async (body: string): Promise<ArrayBuffer> =>
  new Response(new Blob([body]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer();

export const createFetchTransport = (options: FetchTransportOptions): Transport => {
  const url = `${options.apiHost.replace(/\/+$/, '')}/v0/raw_events`;
  const reach = createReachability(url, options.onFault);

  const ask = async (body: string | ArrayBuffer, encoding?: string): Promise<HttpAnswer> => {
    // Read at each call, since a Worker may bind `fetch` to the request that it serves.
    const send = options.fetch ?? globalThis.fetch;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      controller.abort(new Error(`no answer within ${options.timeoutMs} ms`));
    }, options.timeoutMs);
    try {
      const response = await send(url, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${options.writeKey()}`,
          'content-type': 'application/json',
          ...(encoding ? { 'content-encoding': encoding } : {}),
        },
        // Following a 301 would turn the request into a GET, whose answer would pass for a
        // delivery.
        redirect: 'manual',
        signal: controller.signal,
        body,
      });
      return {
        status: response.status,
        retryAfter: response.headers.get('retry-after'),
        date: response.headers.get('date'),
        location: response.headers.get('location'),
        // A framework's own `fetch` may have read the body already.
        body: response.bodyUsed ? undefined : await response.text(),
      };
    } finally {
      clearTimeout(timer);
    }
  };

  const post = (body: string | ArrayBuffer, encoding?: string): Promise<SendResult> =>
    reach(() => ask(body, encoding));

  return {
    send: async (bodyNow) => {
      const body = bodyNow();
      if (body.length < GZIP_FROM_CHARACTERS || typeof CompressionStream === 'undefined') {
        return post(body);
      }
      const zipped = await gzip(body).catch(() => undefined);
      return zipped ? post(zipped, 'gzip') : post(body);
    },
  };
};
