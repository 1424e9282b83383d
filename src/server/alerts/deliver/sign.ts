// Signs webhooks, in both forms that `client.webhooks.unwrap` checks (decision N-15).
import { createHmac } from 'node:crypto';
import { standardKeyOf } from '../../../protocol/alerts/standard-key.js';

export interface SignedMessage {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
  readonly body: string;
}

/** The headers `webhook-id` and `webhook-timestamp`, and the signatures when the alert has a secret. */
export function webhookHeaders(
  { id, sentAt, body }: SignedMessage,
  secret: string | null,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(sentAt / 1_000));
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'x-webhook-timestamp': timestamp,
  };
  if (secret === null) return headers;
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text);
  const base64 = standardKeyOf(secret);
  const standardKey = base64 === undefined ? secret : Buffer.from(base64, 'base64');
  const standard = hmac(standardKey, `${id}.${timestamp}.${body}`);
  return {
    ...headers,
    'x-webhook-signature': hmac(secret, `${timestamp}.${body}`).digest('hex'),
    'webhook-signature': `v1,${standard.digest('base64')}`,
  };
}
