// Delivers to webhooks and Slack by HTTP.
import { parseRetryAfter } from '../../../net/retry-after.js';
import { reasonOf } from '../../errors/reason-of.js';
import { asSaid } from './as-said.js';
import { bodyOf, type Outcome, type Send } from './delivery.js';
import { type PostAnswer, PrivateAddressError, post, type Resolve } from './post.js';
import { webhookHeaders } from './sign.js';
import { slackBody } from './slack.js';

export interface SendHttpParts {
  readonly allowPrivate: boolean;
  readonly now: () => number;
  /** Default: 15 s (decision N-14). */
  readonly timeoutMs?: number;
  readonly resolve?: Resolve;
  /** Origin of the dashboard, for links in messages. Default: no links. */
  readonly dashboard?: string;
}

const TIMEOUT_MS = 15_000;

export const createSendHttp =
  ({ allowPrivate, now, timeoutMs = TIMEOUT_MS, resolve, dashboard }: SendHttpParts): Send =>
  async (message, signal) => {
    const isWebhook = message.type === 'webhook';
    const body = isWebhook ? bodyOf(message) : slackBody(message, dashboard);
    // Signed anew for each attempt: receivers refuse a timestamp that is older than five minutes.
    const signed = { id: message.id, sentAt: now(), body };
    const headers = {
      'content-type': 'application/json',
      ...(isWebhook ? webhookHeaders(signed, message.alert.secret) : {}),
    };
    try {
      const answer = await post(message.target, {
        headers,
        body,
        timeoutMs,
        allowPrivate,
        signal,
        ...(resolve === undefined ? {} : { resolve }),
      });
      return outcomeOf(answer, now());
    } catch (error) {
      if (signal.aborted) throw error;
      return outcomeOfError(error, timeoutMs);
    }
  };

function outcomeOf({ status, retryAfter, excerpt }: PostAnswer, nowMs: number): Outcome {
  const answered = { status, excerpt };
  if (status >= 200 && status < 300) return { kind: 'delivered', ...answered };
  const error = `The receiver answered ${status}.`;
  if (status === 410) return { kind: 'gone', ...answered, error };
  if (status === 408 || status === 429 || status >= 500) {
    const afterMs = parseRetryAfter(retryAfter, nowMs);
    return { kind: 'retry', ...answered, error, ...(afterMs === undefined ? {} : { afterMs }) };
  }
  const hint = status >= 300 && status < 400 ? ' Redirects are not followed.' : '';
  return { kind: 'failed', ...answered, error: error + hint };
}

function outcomeOfError(error: unknown, timeoutMs: number): Outcome {
  if (error instanceof PrivateAddressError) {
    const { message, cause } = error;
    if (cause === undefined) return { kind: 'failed', error: message };
    // Tried again in either case: otherwise the attempts would tell a private name from an unknown one.
    return { kind: 'retry', error: message, forOperator: reasonOf(cause) };
  }
  const isTimeout = error instanceof Error && error.name === 'TimeoutError';
  return {
    kind: 'retry',
    error: isTimeout ? `No answer within ${timeoutMs / 1_000} s.` : asSaid(reasonOf(error), 500),
  };
}
