// Makes an event of a line: what the wire requires and the line leaves out is filled in.
import { createHash } from 'node:crypto';
import { notText } from './not-text.js';
import type { InputLine } from './read-lines.js';

export type Prepared =
  | { readonly kind: 'event'; readonly json: string }
  | { readonly kind: 'empty' }
  | { readonly kind: 'failed'; readonly reason: string };

/** A UUID version 8 (RFC 9562, section 5.8) that the same line of the same input always gets. */
const stableId = (number: number, text: string): string => {
  const hash = createHash('sha256').update(`${number}\n${text}`).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
};

/** Exports write out a column without a value as null. */
const isMissing = (value: unknown): boolean => value === undefined || value === null;

/** Sending a line twice stores it once: the server counts a `message_id` once. */
export const prepareEvent = ({ number, text }: InputLine, channel: string): Prepared => {
  if (text === undefined) return { kind: 'failed', reason: 'it is too long for any request' };
  if (text.trim() === '') return { kind: 'empty' };
  let event: unknown;
  try {
    event = JSON.parse(text);
  } catch (error) {
    const reason = notText(text) ?? `is not valid JSON: ${(error as Error).message}`;
    return { kind: 'failed', reason: `it ${reason}` };
  }
  if (typeof event !== 'object' || event === null || Array.isArray(event)) {
    return { kind: 'failed', reason: 'it is not a JSON object' };
  }
  const given = event as Readonly<Record<string, unknown>>;
  const missing = {
    ...(isMissing(given.channel) ? { channel } : {}),
    ...(isMissing(given.version) ? { version: '0' } : {}),
    ...(given.message_id ? {} : { message_id: stableId(number, text) }),
  };
  const isWhole = Object.keys(missing).length === 0;
  return { kind: 'event', json: isWhole ? text : JSON.stringify({ ...given, ...missing }) };
};
