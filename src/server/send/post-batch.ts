// Sends a batch until the server has answered for every event in it.
import { promisify } from 'node:util';
import { gzip as gzipWithCallback } from 'node:zlib';
import { fullJitterMs } from '../../net/backoff.js';
import { readSendResult } from '../../net/send-result.js';
import { speaksNoTls } from '../../net/speaks-no-tls.js';
import { add, NOTHING, type SendTally } from './tally.js';

const gzip = promisify(gzipWithCallback);
const GZIP_LEVEL = 1;
const REQUEST_TIMEOUT_MS = 60_000;

/** One event on its way. */
export interface PendingEvent {
  readonly line: number;
  readonly json: string;
}

/** Sending ends here: the rest stays for another run. */
class SendStopped extends Error {}

export interface PostOptions {
  readonly host: string;
  readonly writeKey: string;
  /** How long to repeat what the server does not take. */
  readonly giveUpAfterMs: number;
  readonly signal: AbortSignal;
  readonly onFailed: (line: number, reason: string) => void;
  /** Told before each repetition. */
  readonly onWait: (waitMs: number, reason: string) => void;
  readonly pause: (waitMs: number, signal: AbortSignal) => Promise<void>;
}

interface Attempt {
  readonly status: number;
  readonly body: string;
  readonly retryAfter: string | null;
  readonly date: string | null;
}

/** What the server says when it has quarantined each event of a batch (decision N-60). */
const ALL_QUARANTINED = /^No event is valid/;

const PASS_KEY = 'Set the write key of a project there: --write-key or CHAINTRAIL_WRITE_KEY';
const CHECK_ADDRESS = '. Is this the URL of the server? Set another with --url or CHAINTRAIL_URL';

/** Whether an events server may answer this status when it cannot take events now. */
const isOurs = (status: number) => status >= 500 || status === 429;

const readCounts = (body: string, count: number): SendTally => {
  try {
    const { successful_rows: sent, quarantined_rows: quarantined } = JSON.parse(body);
    if (Number.isInteger(sent) && Number.isInteger(quarantined)) {
      return { sent, quarantined, failed: 0 };
    }
  } catch {
    // Not an answer of our server, but a success: the events count as sent.
  }
  return { sent: count, quarantined: 0, failed: 0 };
};

/** Makes the function that sends a batch and counts what became of it. */
export const createPostBatch = (options: PostOptions) => {
  const url = `${options.host.replace(/\/+$/, '')}/v0/raw_events`;
  const { signal } = options;

  const attempt = async (body: Uint8Array<ArrayBuffer>): Promise<Attempt> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${options.writeKey}`,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    const { status, headers } = response;
    const [retryAfter, date] = [headers.get('retry-after'), headers.get('date')];
    return { status, retryAfter, date, body: await response.text() };
  };

  /** Repeats until there is an answer that says something about the batch. */
  const ask = async (body: Uint8Array<ArrayBuffer>) => {
    const deadline = performance.now() + options.giveUpAfterMs;
    for (let failures = 0; ; failures += 1) {
      let reason: string;
      let remedy: string;
      let afterMs: number | undefined;
      try {
        const answer = await attempt(body);
        const result = readSendResult(answer);
        if (result.kind !== 'retry') return { result, body: answer.body };
        reason = `${url} answered ${answer.status}`;
        remedy = isOurs(answer.status) ? '' : CHECK_ADDRESS;
        afterMs = result.afterMs;
      } catch (cause) {
        const { message, cause: inner } = cause as Error;
        // For a host with several addresses, the inner error has a code and no message.
        const { message: text = '', code = '' } = (inner ?? {}) as NodeJS.ErrnoException;
        const said = text || code ? `${message}: ${text || code}` : message;
        const why = speaksNoTls(text) ? 'it does not use TLS: use http: instead of https:' : said;
        reason = `${url} could not be reached (${why})`;
        remedy = CHECK_ADDRESS;
      }
      const waitMs = afterMs ?? fullJitterMs(failures);
      if (signal.aborted) throw new SendStopped('it was interrupted');
      if (performance.now() + waitMs > deadline) throw new SendStopped(`${reason}${remedy}`);
      options.onWait(waitMs, reason);
      await options.pause(waitMs, signal);
    }
  };

  const post = async (events: readonly PendingEvent[]): Promise<SendTally> => {
    const [only] = events;
    if (!only) return NOTHING;
    const body = await gzip(`[${events.map(({ json }) => json).join()}]`, { level: GZIP_LEVEL });
    const answer = await ask(new Uint8Array(body));
    const { result } = answer;
    if (result.kind === 'delivered') return readCounts(answer.body, events.length);
    if (result.kind === 'rejected') {
      if (result.reason === 'unauthorized') {
        const why = result.detail.replace(/\.$/, '');
        throw new SendStopped(`the server refused the write key (${why}). ${PASS_KEY}`);
      }
      if (ALL_QUARANTINED.test(result.detail)) {
        return { ...NOTHING, quarantined: events.length };
      }
    }
    if (events.length > 1) {
      const middle = Math.ceil(events.length / 2);
      return add(await post(events.slice(0, middle)), await post(events.slice(middle)));
    }
    const reason = result.kind === 'rejected' ? result.detail : 'it is too large for the server';
    options.onFailed(only.line, reason);
    return { ...NOTHING, failed: 1 };
  };

  return post;
};
