// The header Idempotency-Key, and what makes two requests under one key the same.
import { createHash } from 'node:crypto';
import { MAX_IDEMPOTENCY_KEY_LENGTH } from '../../protocol/limits.js';
import { DomainError } from '../errors/domain-error.js';

/**
 * @param headers the lines of the header, which Node would join to one
 * @returns `undefined` when there are none
 * @throws {DomainError} INVALID_IDEMPOTENCY_KEY for an empty, repeated or too long one
 */
export function idempotencyKeyOf([header, ...more]: readonly string[] = []): string | undefined {
  if (header === undefined) return undefined;
  const fault =
    more.length > 0
      ? 'is given more than once'
      : header.trim() === ''
        ? 'is empty'
        : header.length > MAX_IDEMPOTENCY_KEY_LENGTH
          ? `has ${header.length} characters, more than ${MAX_IDEMPOTENCY_KEY_LENGTH}`
          : undefined;
  if (fault === undefined) return header;
  throw new DomainError(
    'INVALID_IDEMPOTENCY_KEY',
    `The Idempotency-Key ${fault}. Send a new random one, such as a UUID, for each write.`,
    { param: 'headers.idempotency-key' },
  );
}

/** The same for a repeated request, whatever the order of keys in its body and a slash at the end of its path. */
export function fingerprintOf(request: {
  readonly method: string;
  /** Path with query. */
  readonly url: string;
  readonly body: unknown;
}): string {
  const [path = '', ...query] = request.url.split('?');
  const address = [path.replace(/\/$/, ''), ...query].join('?');
  const parts = [request.method, address, JSON.stringify(request.body, sortKeys) ?? ''];
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}

const sortKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
