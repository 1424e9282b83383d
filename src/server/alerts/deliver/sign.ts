// Signs webhooks, in both forms that `client.webhooks.unwrap` checks (decision N-15).
import { createHmac } from 'node:crypto';

export interface SignedMessage {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
  readonly body: string;
}

/** `webhook-id` and `webhook-timestamp` always; the signatures when there is a secret. */
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
  const hmac = (text: string) => createHmac('sha256', secret).update(text);
  return {
    ...headers,
    'x-webhook-signature': hmac(`${timestamp}.${body}`).digest('hex'),
    'webhook-signature': `v1,${hmac(`${id}.${timestamp}.${body}`).digest('base64')}`,
  };
}
