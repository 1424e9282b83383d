// Answers NOT_FOUND both for what does not exist and for what another workspace owns.
import { DomainError } from './domain-error.js';

/**
 * @param found a row that was queried with the workspace id; `undefined` when there was none
 * @param what describes it in the message, such as `alert "alrt_1"`
 * @throws {DomainError} NOT_FOUND
 */
export function requireFound<T>(found: T | undefined, what: string): T {
  if (found === undefined) throw new DomainError('NOT_FOUND', `There is no ${what}.`);
  return found;
}
