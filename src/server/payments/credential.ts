// Reads what a caller pays with: `X-PAYMENT` of x402, or `Authorization: Payment` of MPP.
import { isObject } from '../../protocol/is-object.js';
import { parseJson } from '../parse-json.js';
import type { PaymentPayload } from './payment-verifier.js';

export interface PresentedHeaders {
  readonly authorization?: string | undefined;
  readonly 'x-payment'?: string | readonly string[] | undefined;
}

export interface Credential {
  readonly form: 'x402' | 'mpp';
  readonly payload: PaymentPayload;
  /** The challenge that an MPP credential answers. */
  readonly challenge?: Readonly<Record<string, unknown>>;
}

const SCHEME = /^payment +([^\s]+)\s*$/i;
/** No signed payment is longer than this. */
const MOST_CHARACTERS = 12_000;

/** @returns `undefined` when nothing is presented, `null` when it cannot be read */
export function readCredential(headers: PresentedHeaders): Credential | null | undefined {
  const x402 = headers['x-payment'];
  const mpp = SCHEME.exec(headers.authorization ?? '')?.[1];
  const text = typeof x402 === 'string' ? x402 : mpp;
  if (text === undefined) return x402 === undefined ? undefined : null;
  const value = decode(text);
  if (value === undefined) return null;
  const form = typeof x402 === 'string' ? 'x402' : 'mpp';
  // Without a challenge around it, `Authorization: Payment` carries what X-PAYMENT does.
  const { challenge } = value;
  const payload = payloadOf(isObject(challenge) ? value.payload : value);
  if (payload === undefined) return null;
  return { form, payload, ...(isObject(challenge) ? { challenge } : {}) };
}

export const encode = (value: unknown, alphabet: 'base64' | 'base64url'): string =>
  Buffer.from(JSON.stringify(value)).toString(alphabet);

/** JSON in base64, of either alphabet. */
function decode(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.length > MOST_CHARACTERS) return undefined;
  const value = parseJson<unknown>(Buffer.from(text, 'base64').toString());
  return isObject(value) ? value : undefined;
}

function payloadOf(value: unknown): PaymentPayload | undefined {
  if (!isObject(value)) return undefined;
  const { x402Version, scheme, network, payload } = value;
  if (x402Version !== 1 || typeof scheme !== 'string' || typeof network !== 'string') {
    return undefined;
  }
  return isObject(payload) ? { x402Version, scheme, network, payload } : undefined;
}
