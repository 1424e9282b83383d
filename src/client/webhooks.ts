// Checks that a webhook comes from the server and is new, and reads it.
import { standardKeyOf } from '../protocol/alerts/standard-key.js';
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
  /** True for a test that somebody asked for. */
  readonly test?: boolean;
  readonly data: readonly Readonly<Record<string, unknown>>[];
}

export interface Webhooks {
  /**
   * @param rawBody the body as it came: parsing and writing it again would change it
   * @param secret the alert's secret
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

type Bytes = Uint8Array<ArrayBuffer>;

const bytesOf = (text: string): Bytes => new TextEncoder().encode(text);

const fromHex = (text: string): Bytes | undefined =>
  /^([0-9a-f]{2})+$/i.test(text)
    ? Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    : undefined;

const fromBase64 = (text: string): Bytes | undefined => {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
};

/**
 * The signatures of a delivery, in both of its forms (decision N-15): `X-Webhook-Signature`, and
 * `webhook-signature` of Standard Webhooks (https://www.standardwebhooks.com), of which there may
 * be several.
 */
function candidates(rawBody: string, headers: WebhookHeaders, secret: string) {
  const plainKey = bytesOf(secret);
  const base64 = standardKeyOf(secret);
  const standardKey = (base64 === undefined ? undefined : fromBase64(base64)) ?? plainKey;
  const at = headerOf(headers, 'x-webhook-timestamp');
  const standardAt = headerOf(headers, 'webhook-timestamp');
  return [
    {
      at,
      key: plainKey,
      signed: `${at}.${rawBody}`,
      signature: fromHex(headerOf(headers, 'x-webhook-signature')),
    },
    ...headerOf(headers, 'webhook-signature')
      .split(' ')
      .filter((part) => part.startsWith('v1,'))
      .map((part) => ({
        at: standardAt,
        key: standardKey,
        signed: `${headerOf(headers, 'webhook-id')}.${standardAt}.${rawBody}`,
        signature: fromBase64(part.slice(3)),
      })),
  ];
}

const HMAC = { name: 'HMAC', hash: 'SHA-256' };

/** Compares in constant time. */
async function isSignedBy(key: Bytes, signature: Bytes, signed: Bytes): Promise<boolean> {
  const imported = await crypto.subtle.importKey('raw', key, HMAC, false, ['verify']);
  return crypto.subtle.verify('HMAC', imported, signature, signed);
}

export function createWebhooks(now: () => number = Date.now): Webhooks {
  return {
    async unwrap(rawBody, headers, secret) {
      // With an empty secret, as from a variable that is not set, anybody could sign.
      for (const { at, key, signed, signature } of secret
        ? candidates(rawBody, headers, secret)
        : []) {
        const isNew = Math.abs(now() / 1_000 - Number(at || Number.NaN)) < TOLERANCE_SECONDS;
        if (isNew && signature && (await isSignedBy(key, signature, bytesOf(signed)))) {
          return JSON.parse(rawBody) as AlertEvent;
        }
      }
      throw new WebhookSignatureError(
        'The webhook is not signed with this secret, or not within the last 300 s. Pass secret, raw body and headers.',
      );
    },
  };
}
