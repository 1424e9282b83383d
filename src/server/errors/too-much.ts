// Translates the engine's limits (time, memory, size, conditions) into an error that tells the caller what to
// do.
import { DatabaseQueryError } from '../database/database-errors.js';
import { DomainError } from './domain-error.js';
import { noMemoryLeft } from './no-memory-left.js';

export interface Remedy {
  /** A full sentence that says what to do. */
  readonly remedy: string;
  readonly param?: string;
}

/** How the messages word the fault and the remedy, by kind of question. */
export interface Remedies {
  /** Begins the refusal, such as `The question`. */
  readonly subject: string;
  /** Said when the answer exceeds its limit, such as `has an answer of more than 48 MB`. */
  readonly tooLarge: string;
  /** What to do when the question reads or returns too much. */
  readonly size: Remedy;
  readonly conditions: Remedy;
}

type Fault = (remedies: Remedies) => readonly [what: string, remedy: Remedy];

const TAKES_TOO_LONG: Fault = ({ size }) => ['takes too long', size];
const TOO_MANY_CONDITIONS: Fault = ({ conditions }) => ['has too many conditions', conditions];

/** By ClickHouse's error code. */
const FAULTS: Readonly<Record<string, Fault>> = {
  '159': TAKES_TOO_LONG,
  '160': TAKES_TOO_LONG,
  '168': TOO_MANY_CONDITIONS,
  '241': ({ size }) => ['needs too much memory', size],
  '396': ({ tooLarge, size }) => [tooLarge, size],
  // The parser fails at its nesting limit before it counts the conditions.
  '718': TOO_MANY_CONDITIONS,
};

/**
 * Returns DomainError BAD_REQUEST in place of the engine's error, SERVICE_UNAVAILABLE where other statements
 * use the memory, and any other error unchanged.
 */
export function tooMuchInOurWords(error: unknown, remedies: Remedies): unknown {
  const busy = noMemoryLeft(error, 'ask for less');
  if (busy !== undefined) return busy;
  const fault = error instanceof DatabaseQueryError ? FAULTS[error.code ?? ''] : undefined;
  if (fault === undefined) return error;
  const [what, { remedy, param }] = fault(remedies);
  const message = `${remedies.subject} ${what}. ${remedy}`;
  return new DomainError('BAD_REQUEST', message, param === undefined ? {} : { param });
}
