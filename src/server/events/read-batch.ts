// Reads the body of an ingestion request: inflates it within bounds and parses it.
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { MAX_EVENTS_PER_REQUEST, MAX_INFLATED_BODY_BYTES } from '../../protocol/limits.js';
import { DomainError } from '../errors/domain-error.js';
import { type BodyBounds, excessOfBody, sayExcess } from '../limits/excess-of-body.js';
import type { Bag } from './bag.js';

const inflate = promisify(gunzip);

/** A body of a thousand large events has 100,000 values, nearly as many names, and far fewer levels. */
const BOUNDS: BodyBounds = { levels: 1_000, names: 100_000, values: 250_000 };

/** @returns the events as sent, unchecked; one object alone is a batch of one (decision N-59) */
export async function readBatch(
  body: Uint8Array,
  contentEncoding: string | undefined,
): Promise<readonly unknown[]> {
  const bytes = await decode(body, contentEncoding?.trim().toLowerCase() ?? 'identity');
  const excess = excessOfBody(bytes, BOUNDS);
  if (excess !== undefined) {
    throw new DomainError(
      'PAYLOAD_TOO_LARGE',
      `The body ${sayExcess(excess, BOUNDS)}; send fewer events at once.`,
    );
  }
  const value = parse(new TextDecoder().decode(bytes));
  const wrapper = wrapperOf(value);
  if (wrapper !== undefined) {
    throw new DomainError(
      'BAD_REQUEST',
      `The events are wrapped in "${wrapper}"; send the array itself.`,
    );
  }
  const events = Array.isArray(value) ? value : [value];
  if (!Array.isArray(value) && (typeof value !== 'object' || value === null)) {
    throw new DomainError('BAD_REQUEST', 'The body must be a JSON array of events.');
  }
  if (events.length === 0) {
    throw new DomainError('BAD_REQUEST', 'The body must contain at least one event.');
  }
  if (events.length > MAX_EVENTS_PER_REQUEST) {
    throw new DomainError(
      'PAYLOAD_TOO_LARGE',
      `The body contains ${events.length} events; send at most ${MAX_EVENTS_PER_REQUEST} at once.`,
    );
  }
  return events;
}

/** The key in which other APIs expect the list of events, if it was sent so. A single event has a `type`. */
const wrapperOf = (value: unknown): string | undefined =>
  typeof value !== 'object' || value === null || 'type' in value
    ? undefined
    : ['batch', 'events', 'data'].find((key) => Array.isArray((value as Bag)[key]));

async function decode(body: Uint8Array, encoding: string): Promise<Uint8Array> {
  if (encoding === 'identity' || encoding === '') return body;
  if (encoding !== 'gzip' && encoding !== 'x-gzip') {
    throw new DomainError(
      'UNSUPPORTED_MEDIA_TYPE',
      `Content-Encoding "${encoding.slice(0, 40)}" is not supported; send gzip, or no such header.`,
    );
  }
  try {
    // The bound stops a small body that would inflate to gigabytes.
    return await inflate(body, { maxOutputLength: MAX_INFLATED_BODY_BYTES });
  } catch (error) {
    if (error instanceof RangeError) {
      throw new DomainError(
        'PAYLOAD_TOO_LARGE',
        `The body is larger than ${MAX_INFLATED_BODY_BYTES} bytes when unzipped.`,
      );
    }
    throw new DomainError('BAD_REQUEST', 'The body is not valid gzip.');
  }
}

function parse(text: string): unknown {
  if (text.trim() === '') {
    throw new DomainError('BAD_REQUEST', 'The body is empty; send a JSON array of events.');
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new DomainError('BAD_REQUEST', 'The body is not valid JSON.');
  }
}
