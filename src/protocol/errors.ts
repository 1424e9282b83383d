// The error codes of the workspace API and the envelope that carries them.
import { type Infer, object, optional, record, string } from './schema.js';

/** Every code with its HTTP status (API document, Errors; decisions N-74, N-04). */
export const ERROR_STATUS = {
  BAD_REQUEST: 400,
  INVALID_VALIDATION_REQUEST: 400,
  INVALID_IDEMPOTENCY_KEY: 400,
  INVALID_CHAIN_ID: 400,
  CONTEXT_LIMIT_EXCEEDED: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  PROFILE_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  IDEMPOTENCY_IN_PROGRESS: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** `{ error: { code, message, doc_url, param?, details? } }`. */
export const errorEnvelopeSchema = object(
  {
    error: object({
      code: string({ description: 'Branch on this. New codes may appear in any release.' }),
      message: string({ description: 'For people; the wording may change.' }),
      doc_url: string({ format: 'uri' }),
      param: optional(string({ description: 'Dotted path of the offending field.' })),
      details: optional(record(string(), { description: 'Each failing path and its message.' })),
    }),
  },
  { title: 'ErrorEnvelope' },
);

export type ErrorEnvelope = Infer<typeof errorEnvelopeSchema>;
