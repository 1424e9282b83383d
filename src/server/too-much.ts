// What a question is at fault for where the engine gives it up, in words of whoever asked it.
import { DatabaseQueryError } from './database/database-errors.js';
import { DomainError } from './domain-error.js';
import { noMemoryLeft } from './no-memory-left.js';

export interface Remedy {
  /** A sentence. */
  readonly remedy: string;
  readonly param?: string;
}

/** What to ask instead. */
export interface Remedies {
  /** Begins the refusal, such as `The question`. */
  readonly subject: string;
  /** Of one whose answer is beyond its bound, such as `has an answer of more than 48 MB`. */
  readonly tooLarge: string;
  /** Of one that reads or answers too much. */
  readonly size: Remedy;
  readonly conditions: Remedy;
}

type Fault = (remedies: Remedies) => readonly [what: string, remedy: Remedy];

const TAKES_TOO_LONG: Fault = ({ size }) => ['takes too long', size];
const TOO_MANY_CONDITIONS: Fault = ({ conditions }) => ['has too many conditions', conditions];

/** By the engine's number. */
const FAULTS: Readonly<Record<string, Fault>> = {
  '159': TAKES_TOO_LONG,
  '160': TAKES_TOO_LONG,
  '168': TOO_MANY_CONDITIONS,
  '241': ({ size }) => ['needs too much memory', size],
  '396': ({ tooLarge, size }) => [tooLarge, size],
  // The parser gives up before it has counted them.
  '718': TOO_MANY_CONDITIONS,
};

/**
 * DomainError BAD_REQUEST in place of the engine's complaint, SERVICE_UNAVAILABLE where the memory is taken
 * by others; any other error as it is.
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
