// Sends a call until it is answered, given up, or ended by its caller.

import { type ApiCall, type ApiResponse, apiCall } from './api-call.js';
import { apiErrorOf, readErrorBody } from './api-error-of.js';
import { AbortError, ChaintrailError, ConnectionError, TimeoutError } from './errors.js';
import { createLog } from './log.js';
import { type CallOptions, readLimits, type Settings } from './options.js';
import { type Call, type PreparedRequest, requestOf } from './request-of.js';
import { isRetryable, retryDelayMs } from './retry-delay.js';

export type Requester = <T>(call: Call, options?: CallOptions) => ApiCall<T>;

/** An answer, read to its end. */
interface Answered {
  readonly response: Response;
  readonly text: string;
}

/** How one attempt ended: an answer, or what kept it away. */
type Attempt = Answered | { readonly failure: ChaintrailError };

export function createRequester(settings: Settings): Requester {
  const log = createLog(settings.logger, settings.logLevel);

  /**
   * Follows a redirect of a write only if it keeps the method: others turn it into a GET, whose
   * answer would pass for that of the write.
   */
  const send = async (url: string, init: RequestInit): Promise<Response> => {
    if (init.method === 'GET' || init.redirect) return settings.fetch(url, init);
    const response = await settings.fetch(url, { ...init, redirect: 'manual' });
    const { status, type } = response;
    const isKept = status === 307 || status === 308 || type === 'opaqueredirect';
    const isMoved = status === 301 || status === 302;
    return isKept || (isMoved && init.method !== 'POST') ? settings.fetch(url, init) : response;
  };

  const attempt = async (
    { url, init, idempotencyKey }: PreparedRequest,
    limits: { readonly timeoutMs: number; readonly signal: AbortSignal | undefined },
  ): Promise<Attempt> => {
    const timer = AbortSignal.timeout(timerMs(limits.timeoutMs));
    const ends = [timer, ...(limits.signal ? [limits.signal] : [])];
    try {
      const response = await send(url, { ...init, signal: anyOf(ends) });
      // Read here and not from a clone: node-fetch reads no more than 16 kB of a clone until both
      // are read, and a clone that nobody reads ends the process when the call is aborted.
      return { response, text: await response.text() };
    } catch (cause) {
      return { failure: failureOf(cause, { ...limits, timer, idempotencyKey }) };
    }
  };

  const run = async (call: Call, options: CallOptions): Promise<Answered> => {
    const request = prepared(call, settings, options);
    const { signal } = options;
    const limits = readLimits(options, settings);
    const deadline = Date.now() + limits.deadline;
    for (let attempts = 1; ; attempts += 1) {
      const startedAt = Date.now();
      const timeoutMs = Math.max(0, Math.min(limits.timeout, deadline - startedAt));
      const ended = await attempt(request, { timeoutMs, signal });
      const { response } = 'response' in ended ? ended : {};
      log('debug', `${call.method} ${call.path}`, {
        status: response?.status ?? 'no answer',
        ms: Date.now() - startedAt,
        attempt: attempts,
        request_id: response?.headers.get('x-request-id'),
      });
      if ('response' in ended && ended.response.ok) return ended;
      const body = 'text' in ended ? readErrorBody(ended.text) : {};
      const mayRepeat = response
        ? isRetryable(response, body.code)
        : !('failure' in ended && ended.failure instanceof AbortError);
      const waitMs = retryDelayMs(response?.headers, attempts - 1);
      if (!mayRepeat || attempts > limits.maxRetries || Date.now() + waitMs >= deadline) {
        if ('failure' in ended) throw ended.failure;
        const { idempotencyKey } = request;
        throw apiErrorOf(ended.response, body, { attempts, idempotencyKey });
      }
      log('info', `trying ${call.method} ${call.path} again in ${Math.round(waitMs)} ms`, {
        attempt: attempts,
      });
      await wait(waitMs, signal);
    }
  };

  return <T>(call: Call, options: CallOptions = {}) => {
    const answered = run(call, options);
    return apiCall<T>(answered.then(read<T>), answered.then(unread));
  };
}

/**
 * The request to send. What JSON or a header cannot carry, such as a BigInt, is the caller's
 * mistake, and throws.
 */
function prepared(call: Call, settings: Settings, options: CallOptions): PreparedRequest {
  try {
    return requestOf(call, settings, options);
  } catch (cause) {
    if (cause instanceof ChaintrailError) throw cause;
    throw new ChaintrailError(`${call.method} ${call.path} cannot be sent: ${cause}`, { cause });
  }
}

/** Reads an answer's JSON. Without a body, as with 204, the data is undefined. */
function read<T>(answered: Answered): ApiResponse<T> {
  const { response, text } = answered;
  try {
    return {
      data: (text === '' ? undefined : JSON.parse(text)) as T,
      response: unread(answered),
      requestId: response.headers.get('x-request-id') ?? undefined,
    };
  } catch (cause) {
    throw new ChaintrailError(
      `The answer of ${response.url || 'the server'} is not JSON: ${JSON.stringify(text.slice(0, 100))}. Check baseURL.`,
      { cause },
    );
  }
}

/** A new `Response` with the same content, for callers that read the body themselves. */
function unread({ response: given, text }: Answered): Response {
  const { status, statusText, headers, url } = given;
  const response = new Response(text === '' ? null : text, {
    status,
    statusText,
    headers: [...headers],
  });
  return Object.defineProperty(response, 'url', { value: url });
}

interface Ends {
  readonly timeoutMs: number;
  readonly timer: AbortSignal;
  readonly signal: AbortSignal | undefined;
  readonly idempotencyKey: string | undefined;
}

function failureOf(
  cause: unknown,
  { timeoutMs, timer, signal, idempotencyKey }: Ends,
): ChaintrailError {
  if (signal?.aborted) return new AbortError('The call was aborted by its signal.', { cause });
  // Decided by the timer, not by the error: node-fetch throws its own error whatever ended the
  // request.
  if (timer.aborted) {
    return new TimeoutError(`Timed out after ${timeoutMs} ms.`, { cause, idempotencyKey });
  }
  const reason = cause instanceof Error ? (cause.cause ?? cause) : cause;
  const message = `The server was not reached: ${String(reason)}`;
  return new ConnectionError(message, { cause, idempotencyKey });
}

/** The longest delay that a timer takes, 24 days: a longer one would end at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** A whole number, since AbortSignal.timeout may throw at a fraction. */
const timerMs = (ms: number): number => Math.min(LONGEST_TIMER_MS, Math.ceil(ms));

/**
 * Joins signals by `AbortSignal.any`, which Node has since 20.3 and 18.17; a single one needs no
 * joining.
 */
function anyOf(signals: readonly AbortSignal[]): AbortSignal {
  const [first] = signals;
  return signals.length === 1 && first ? first : AbortSignal.any([...signals]);
}

const wait = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(new AbortError('The call was aborted by its signal.', { cause: signal?.reason }));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
