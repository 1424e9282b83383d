// Maps whatever was thrown to HTTP: the only place where an error becomes a status.
import type { FastifyReply } from 'fastify';
import { ERROR_STATUS, type ErrorCode, type ErrorEnvelope } from '../../protocol/errors.js';
import { MAX_BODY_BYTES } from '../../protocol/limits.js';
import { DatabaseUnavailableError, isBusy } from '../database/database-errors.js';
import { DomainError, RETRY_AFTER_SECONDS } from '../errors/domain-error.js';
import { noMemoryLeft } from '../errors/no-memory-left.js';
import { PaymentRequired } from '../payments/payment-required.js';

/** The two shapes of errors: the API's envelope, and the plain one of the events endpoint. */
export type ErrorStyle = 'envelope' | 'plain';

/** What Fastify itself refuses, by the status it gives, in our words. */
const REFUSED: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  400: ['BAD_REQUEST', 'The request is malformed: its URL or its body cannot be parsed.'],
  413: ['PAYLOAD_TOO_LARGE', `The body is larger than ${MAX_BODY_BYTES} bytes. Send less at once.`],
  415: ['UNSUPPORTED_MEDIA_TYPE', 'The Content-Type is not supported. Send application/json.'],
};

const later = (why: string, cause: unknown): DomainError =>
  new DomainError('SERVICE_UNAVAILABLE', `The database ${why}. Try again later.`, {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause,
  });

/** Turns anything thrown into a `DomainError`. The texts of foreign errors are not shown to callers. */
export function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  if (error instanceof DatabaseUnavailableError) return later('is not available', error);
  if (isBusy(error)) return later('is too busy', error);
  const busy = noMemoryLeft(error, 'ask for less');
  if (busy !== undefined) return busy;
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  const refused = typeof status === 'number' ? REFUSED[status] : undefined;
  if (refused !== undefined) return new DomainError(...refused, { cause: error });
  return new DomainError('INTERNAL_SERVER_ERROR', 'An unexpected error occurred.', {
    cause: error,
  });
}

export interface ErrorAnswers {
  bodyOf(error: DomainError, style: ErrorStyle): object;
  send(reply: FastifyReply, error: unknown, style: ErrorStyle): FastifyReply;
}

/** @param publicUrl origin of this server, for links to its reference of errors */
export function createErrorAnswers(publicUrl: () => string): ErrorAnswers {
  const envelope = ({ code, message, fields }: DomainError): ErrorEnvelope => ({
    error: {
      code,
      message,
      doc_url: `${publicUrl()}/errors#${code.toLowerCase()}`,
      ...(fields.param === undefined ? {} : { param: fields.param }),
      ...(fields.details === undefined ? {} : { details: { ...fields.details } }),
    },
  });
  const bodyOf = (error: DomainError, style: ErrorStyle) =>
    style === 'plain' ? { error: error.message } : envelope(error);
  return {
    bodyOf,
    send(reply, thrown, style) {
      // When a body was not read Fastify closes the connection, and a caller that is still sending it loses the
      // answer. Without this header the rest is read and thrown away, for as long as a request may take.
      reply.removeHeader('connection');
      if (thrown instanceof PaymentRequired) {
        reply.header('www-authenticate', thrown.authenticate);
        return reply.code(402).type('application/json; charset=utf-8').send(thrown.body);
      }
      const error = toDomainError(thrown);
      if (error.code === 'UNAUTHORIZED') reply.header('www-authenticate', 'Bearer');
      const { retryAfterSeconds } = error.fields;
      if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
      return reply
        .code(ERROR_STATUS[error.code])
        .type('application/json; charset=utf-8')
        .send(bodyOf(error, style));
    },
  };
}
