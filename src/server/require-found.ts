// What a workspace cannot see does not exist for it: one answer for both.
import { DomainError } from './domain-error.js';

/**
 * @param found a row read with the workspace in its condition; `undefined` when there was none
 * @param what names it in the message, such as `alert "alrt_1"`
 * @throws {DomainError} NOT_FOUND
 */
export function requireFound<T>(found: T | undefined, what: string): T {
  if (found === undefined) throw new DomainError('NOT_FOUND', `There is no ${what}.`);
  return found;
}
