// Makes the error of an answer that was no success, whichever shape its body has.
import {
  ApiError,
  type ApiErrorCode,
  type ApiFailure,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ContextLimitError,
  IdempotencyInProgressError,
  InternalServerError,
  InvalidChainIdError,
  InvalidIdempotencyKeyError,
  NotFoundError,
  PaymentRequiredError,
  PermissionDeniedError,
  ProfileNotFoundError,
  RateLimitError,
  ServiceUnavailableError,
  ValidationError,
} from './errors.js';

type ErrorClass = new (failure: ApiFailure) => ApiError;

const BY_CODE: Readonly<Record<string, ErrorClass>> = {
  INVALID_VALIDATION_REQUEST: ValidationError,
  INVALID_IDEMPOTENCY_KEY: InvalidIdempotencyKeyError,
  INVALID_CHAIN_ID: InvalidChainIdError,
  CONTEXT_LIMIT_EXCEEDED: ContextLimitError,
  PROFILE_NOT_FOUND: ProfileNotFoundError,
  IDEMPOTENCY_IN_PROGRESS: IdempotencyInProgressError,
  SERVICE_UNAVAILABLE: ServiceUnavailableError,
};

const BY_STATUS: Readonly<Record<number, ErrorClass>> = {
  400: BadRequestError,
  401: AuthenticationError,
  402: PaymentRequiredError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  429: RateLimitError,
};

/**
 * The class of the code, else of the status; any other status is an InternalServerError from 500
 * on, else an ApiError.
 */
const classOf = (status: number, code: ApiErrorCode | undefined): ErrorClass =>
  (code !== undefined && Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined) ??
  BY_STATUS[status] ??
  (status >= 500 ? InternalServerError : ApiError);

/** What an error body says: the envelope, `{ error: "text" }`, or plain text. */
export interface ErrorBody {
  readonly code?: ApiErrorCode;
  readonly message?: string;
  readonly doc_url?: string;
  readonly param?: string;
  readonly details?: Readonly<Record<string, string>>;
}

const MOST_TEXT = 500;

export function readErrorBody(text: string): ErrorBody {
  try {
    const { error } = JSON.parse(text) as { error?: string | ErrorBody };
    if (typeof error === 'string') return { message: error };
    if (typeof error === 'object' && error !== null) return textsOf(error);
  } catch {
    // No JSON: some rejections are plain text, and proxies answer pages.
  }
  return { message: text.slice(0, MOST_TEXT) };
}

/** Takes only texts, since an error body may hold anything. */
function textsOf({ details, ...said }: ErrorBody): ErrorBody {
  const texts = (['code', 'message', 'doc_url', 'param'] as const).filter(
    (name) => typeof said[name] === 'string',
  );
  return {
    ...Object.fromEntries(texts.map((name) => [name, said[name]])),
    ...(typeof details === 'object' && details !== null ? { details } : {}),
  };
}

export function apiErrorOf(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  body: ErrorBody,
  sent: Pick<ApiFailure, 'attempts' | 'idempotencyKey'>,
): ApiError {
  const { code, message, doc_url, param, details } = body;
  const location = headers.get('location');
  const hint = location && `The server redirects to ${location}. Check baseURL.`;
  return new (classOf(status, code))({
    status,
    headers,
    ...sent,
    code,
    message: [status, code, message?.trim(), hint].filter(Boolean).join(' '),
    docUrl: doc_url,
    param,
    details,
    requestId: headers.get('x-request-id') ?? undefined,
  });
}
