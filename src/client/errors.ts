// What a call rejects with: one class for each kind of failure, so that callers branch by `instanceof`.
import type { ErrorCode } from '../protocol/errors.js';

/** The code of an answer. New ones may appear in any release: treat an unknown one as its status. */
export type ApiErrorCode = ErrorCode | (string & {});

/** Everything this client throws. */
export class ChaintrailError extends Error {
  override readonly name: string = 'ChaintrailError';
}

/** What is known of an answer that was no success. */
export interface ApiFailure {
  readonly status: number;
  /** The code in the error envelope; absent when the body was no envelope. */
  readonly code?: ApiErrorCode | undefined;
  readonly message: string;
  readonly docUrl?: string | undefined;
  /** Dotted path of the offending field, such as `body.trigger_filters.0.value`. */
  readonly param?: string | undefined;
  /** Each failing path and its message. */
  readonly details?: Readonly<Record<string, string>> | undefined;
  /** Quote it when asking for help. */
  readonly requestId?: string | undefined;
  readonly headers: Headers;
  /** Repeat the call with it and the server runs it once. */
  readonly idempotencyKey?: string | undefined;
  /** How often the request was sent. */
  readonly attempts: number;
}

/** An answer that was no success (API document, Errors). Branch on `code`, never on `message`. */
export class ApiError extends ChaintrailError implements ApiFailure {
  override readonly name: string = 'ApiError';
  readonly status: number;
  readonly code: ApiErrorCode | undefined;
  readonly docUrl: string | undefined;
  readonly param: string | undefined;
  readonly details: Readonly<Record<string, string>> | undefined;
  readonly requestId: string | undefined;
  readonly headers: Headers;
  readonly idempotencyKey: string | undefined;
  readonly attempts: number;

  constructor(failure: ApiFailure) {
    super(failure.message);
    this.status = failure.status;
    this.code = failure.code;
    this.docUrl = failure.docUrl;
    this.param = failure.param;
    this.details = failure.details;
    this.requestId = failure.requestId;
    this.headers = failure.headers;
    this.idempotencyKey = failure.idempotencyKey;
    this.attempts = failure.attempts;
  }
}

/** 400. */
export class BadRequestError extends ApiError {
  override readonly name: string = 'BadRequestError';
}
/** 400 INVALID_VALIDATION_REQUEST: `details` names each failing path. */
export class ValidationError extends BadRequestError {
  override readonly name = 'ValidationError';
}
/** 400 INVALID_IDEMPOTENCY_KEY: too long, or used before for another request. */
export class InvalidIdempotencyKeyError extends BadRequestError {
  override readonly name = 'InvalidIdempotencyKeyError';
}
/** 400 INVALID_CHAIN_ID. */
export class InvalidChainIdError extends BadRequestError {
  override readonly name = 'InvalidChainIdError';
}
/** 400 CONTEXT_LIMIT_EXCEEDED: shorten the prompt, or begin a new conversation. */
export class ContextLimitError extends BadRequestError {
  override readonly name = 'ContextLimitError';
}
/** 401: the key is missing, malformed or revoked. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError';
}
/** 402: the server asks for a payment (x402). */
export class PaymentRequiredError extends ApiError {
  override readonly name = 'PaymentRequiredError';
}
/** 403: the key lacks the scope that the message names. */
export class PermissionDeniedError extends ApiError {
  override readonly name = 'PermissionDeniedError';
}
/** 404. */
export class NotFoundError extends ApiError {
  override readonly name: string = 'NotFoundError';
}
/** 404 PROFILE_NOT_FOUND: nothing is known of the wallet. */
export class ProfileNotFoundError extends NotFoundError {
  override readonly name = 'ProfileNotFoundError';
}
/** 409. */
export class ConflictError extends ApiError {
  override readonly name: string = 'ConflictError';
}
/** 409 IDEMPOTENCY_IN_PROGRESS: the same call is still running. */
export class IdempotencyInProgressError extends ConflictError {
  override readonly name = 'IdempotencyInProgressError';
}
/** 429, still so after the retries. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
}
/** 5xx, still so after the retries. */
export class InternalServerError extends ApiError {
  override readonly name: string = 'InternalServerError';
}
/** 503 SERVICE_UNAVAILABLE. */
export class ServiceUnavailableError extends InternalServerError {
  override readonly name = 'ServiceUnavailableError';
}

/** The server was not reached, or the connection broke. `cause` is what `fetch` threw. */
export class ConnectionError extends ChaintrailError {
  override readonly name: string = 'ConnectionError';
  /** The call may have run: repeat it with this key and the server runs it once. */
  readonly idempotencyKey: string | undefined;

  constructor(message: string, options?: ErrorOptions & Pick<ApiFailure, 'idempotencyKey'>) {
    super(message, options);
    this.idempotencyKey = options?.idempotencyKey;
  }
}
/** No whole answer within `timeout`, or within `deadline`. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError';
}
/** The caller's `signal` ended the call. */
export class AbortError extends ChaintrailError {
  override readonly name = 'AbortError';
}
/** The signature of a webhook does not fit, or is too old. */
export class WebhookSignatureError extends ChaintrailError {
  override readonly name = 'WebhookSignatureError';
}
