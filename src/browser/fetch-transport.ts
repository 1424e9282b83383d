// Sends batches to the events endpoint with fetch.
import { attempt } from '../core/attempt.js';
import type { SendResult, Transport } from '../core/ports.js';
import { readSendResult } from '../net/send-result.js';
import { utf8Length } from '../net/utf8-length.js';
import { withDeadline } from './deadline.js';

/**
 * The page's `fetch` when this file was loaded, since other scripts may replace it later. Without
 * one, as where reading it throws, events wait for a page that has it.
 */
const loadedFetch = attempt(() => globalThis.fetch) as typeof fetch;

/**
 * Bytes of keepalive bodies that a page may have in flight (Fetch standard, "HTTP-network-or-cache
 * fetch"); a request beyond them fails at once.
 */
const KEEPALIVE_BUDGET_BYTES = 65_536;

/** Below this, gzip saves less than the work costs: one network packet carries the body anyway. */
const GZIP_FROM_CHARACTERS = 1_024;

export interface FetchTransportOptions {
  /** Origin of the events server, with or without a path and a trailing slash. */
  readonly apiHost: string;
  /** Read at each request, since a key can be replaced. */
  readonly writeKey: () => string;
  /**
   * Asked right before a request: consent may be withdrawn while a body is being compressed.
   * Default: always.
   */
  readonly maySend?: (() => boolean) | undefined;
  /** Default: the `fetch` that the page had when this file was loaded. */
  readonly fetch?: typeof fetch | undefined;
  /** A request without its whole answer is given up. Milliseconds, default 15,000. */
  readonly timeoutMs?: number | undefined;
}

/**
 * Rejects in a browser without CompressionStream, and where a polyfill's Response has no `body`: of a
 * stream it would make the text `[object ReadableStream]`.
 */
const gzip = async (body: string): Promise<ArrayBuffer> =>
  new Response(
    (new Response(body).body as ReadableStream<BufferSource>).pipeThrough(
      new CompressionStream('gzip'),
    ),
  ).arrayBuffer();

/** A transport on `fetch`: gzip where it pays, and `keepalive` for a page's last request. */
export const createFetchTransport = (options: FetchTransportOptions): Transport => {
  const { fetch = loadedFetch, timeoutMs = 15_000, maySend = () => true } = options;
  const url = `${options.apiHost.replace(/\/+$/, '')}/v0/raw_events`;
  let keepaliveBytes = 0;

  const post = async (init: RequestInit, more?: Record<string, string>): Promise<SendResult> => {
    if (!maySend()) return { kind: 'retry' };
    try {
      // Firefox neither answers nor aborts a request of a page that it keeps in the back/forward
      // cache.
      return await withDeadline('Sending', { timeoutMs }, async (signal) => {
        const response = await fetch(url, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${options.writeKey()}`,
            ...more,
          },
          credentials: 'omit',
          signal,
          // Following a 301 would turn the request into a GET, whose answer would pass for a
          // delivery.
          redirect: 'error',
          ...init,
        });
        const { headers } = response;
        return readSendResult({
          status: response.status,
          retryAfter: headers.get('retry-after'),
          date: headers.get('date'),
          // Always read: an unread body keeps its share of the keepalive budget. A wrapper of the
          // page around `fetch` may have read it already.
          body: response.bodyUsed ? undefined : await response.text(),
        });
      });
    } catch {
      return { kind: 'retry' };
    }
  };

  const postLast = async (body: string): Promise<SendResult> => {
    const bytes = utf8Length(body);
    if (keepaliveBytes + bytes > KEEPALIVE_BUDGET_BYTES) return { kind: 'retry' };
    keepaliveBytes += bytes;
    const result = await post({ body, keepalive: true });
    keepaliveBytes -= bytes;
    return result;
  };

  return {
    send: async (bodyNow, { last }) => {
      const body = bodyNow();
      // Nothing may be awaited before this request: the page may be gone by then.
      if (last) return postLast(body);
      if (body.length < GZIP_FROM_CHARACTERS) return post({ body });
      return gzip(body).then(
        (zipped) => post({ body: zipped }, { 'content-encoding': 'gzip' }),
        () => post({ body }),
      );
    },
  };
};
