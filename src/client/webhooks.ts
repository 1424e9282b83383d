// Checks that a webhook is ours and new, and reads it.
import { WebhookSignatureError } from './errors.js';

/** The headers of the request: a `Headers`, or an object with lower-case names as Node gives them. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** What an alert sends (decision N-14). */
export interface AlertEvent {
  readonly id: string;
  readonly type: 'alert.event.triggered' | 'alert.user.triggered' | (string & {});
  /** ISO 8601. */
  readonly created: string;
  readonly alert?: { readonly id: string; readonly name: string };
  /** Somebody asked for it, to try. */
  readonly test?: boolean;
  readonly data: readonly Readonly<Record<string, unknown>>[];
}

export interface Webhooks {
  /**
   * @param rawBody as it came: parsing and writing it again would change it
   * @param secret of the alert
   * @throws WebhookSignatureError when neither signature fits, or its time is 300 s off or more
   */
  unwrap(rawBody: string, headers: WebhookHeaders, secret: string): Promise<AlertEvent>;
}

const TOLERANCE_SECONDS = 300;

const headerOf = (headers: WebhookHeaders, name: string): string => {
  if (typeof headers.get === 'function') return headers.get(name) ?? '';
  const value = (headers as Readonly<Record<string, string | readonly string[] | undefined>>)[name];
  return String((Array.isArray(value) ? value[0] : value) ?? '');
};

const bytesOf = (text: string) => new TextEncoder().encode(text);

const fromHex = (text: string): Uint8Array<ArrayBuffer> | undefined =>
  /^([0-9a-f]{2})+$/i.test(text)
    ? Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    : undefined;

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
};

/**
 * Both forms in which deliveries are signed (decision N-15): `X-Webhook-Signature`, and
 * `webhook-signature` of Standard Webhooks (https://www.standardwebhooks.com), of which there may be several.
 */
function candidates(rawBody: string, headers: WebhookHeaders) {
  const at = headerOf(headers, 'x-webhook-timestamp');
  const standardAt = headerOf(headers, 'webhook-timestamp');
  return [
    {
      at,
      signed: `${at}.${rawBody}`,
      signature: fromHex(headerOf(headers, 'x-webhook-signature')),
    },
    ...headerOf(headers, 'webhook-signature')
      .split(' ')
      .filter((part) => part.startsWith('v1,'))
      .map((part) => ({
        at: standardAt,
        signed: `${headerOf(headers, 'webhook-id')}.${standardAt}.${rawBody}`,
        signature: fromBase64(part.slice(3)),
      })),
  ];
}

export function createWebhooks(now: () => number = Date.now): Webhooks {
  return {
    async unwrap(rawBody, headers, secret) {
      const key = await crypto.subtle.importKey(
        'raw',
        bytesOf(secret),
        { name: 'HMAC', hash: 'SHA-256' },
        false,
        ['verify'],
      );
      for (const { at, signed, signature } of candidates(rawBody, headers)) {
        const isNew = Math.abs(now() / 1_000 - Number(at || Number.NaN)) < TOLERANCE_SECONDS;
        // Compares in constant time.
        if (
          isNew &&
          signature &&
          (await crypto.subtle.verify('HMAC', key, signature, bytesOf(signed)))
        ) {
          return JSON.parse(rawBody) as AlertEvent;
        }
      }
      throw new WebhookSignatureError(
        'The webhook is not signed with this secret, or not within the last 300 s. Pass the raw body and all headers.',
      );
    },
  };
}
