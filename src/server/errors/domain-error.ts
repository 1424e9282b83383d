// The one error that the server's areas throw on purpose; http/error-answers.ts maps it to HTTP.
import type { ErrorCode } from '../../protocol/errors.js';

/** How long callers are asked to wait where a database or a disk cannot be used, or is busy, for the moment. */
export const RETRY_AFTER_SECONDS = 5;

export interface DomainErrorFields {
  /** Dotted path of the offending field, such as `query.limit`. */
  readonly param?: string;
  /** Each failing path and its message. */
  readonly details?: Readonly<Record<string, string>>;
  /** Seconds after which a repeat makes sense. */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** A request that cannot be answered as asked: what happened, to which value, what to do. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly fields: DomainErrorFields;

  constructor(code: ErrorCode, message: string, fields: DomainErrorFields = {}) {
    super(message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.name = 'DomainError';
    this.code = code;
    this.fields = fields;
  }
}
