// The answers of an operation as OpenAPI words them: its success, and each failure that it can end in.
import { ERROR_STATUS, type ErrorCode } from './errors.js';
import type { MediaType, OpenApiAnswer, OpenApiHeader, Reference } from './openapi-types.js';
import { paymentChallengeSchema } from './payments/challenge.js';
import type { Route } from './route.js';
import { sampleOf } from './sample.js';
import { type Schema, string } from './schema.js';

const REASONS: Readonly<Record<number, string>> = {
  400: 'The request is not valid.',
  401: 'The key is missing, malformed or revoked.',
  402: 'The request requires a payment.',
  403: 'The key lacks the scope.',
  404: 'There is no such resource in this workspace.',
  409: 'The request conflicts with what is stored, or with one that is running.',
  413: 'The body is too large.',
  415: 'The type or encoding of the body is not supported.',
  429: 'Too many requests. Wait as long as Retry-After says.',
  500: 'An unexpected error occurred.',
  503: 'Not available at the moment. Wait as long as Retry-After says.',
};

const RATE_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;
/** Statuses without rate-limit headers: they are answered before the request is counted. */
const UNCOUNTED = new Set([401, 402]);
const WAITING = new Set([409, 429, 503]);

const WRITE_KEY_FAILURES = [400, 401, 413, 415, 429, 500, 503] as const;

/** Every code that an operation may fail with (decision N-70). */
export function failureCodes(route: Route): readonly ErrorCode[] {
  const { credential } = route;
  const takesInput = route.params ?? route.query ?? route.body;
  const hasScope = credential.kind === 'api_key' && credential.scope !== undefined;
  const namesResource = route.params ?? route.query?.properties?.project_id;
  return [
    ...(takesInput === undefined ? [] : (['BAD_REQUEST'] as const)),
    ...(takesInput === undefined || route.invalidCode
      ? []
      : ['INVALID_VALIDATION_REQUEST' as const]),
    ...(route.idempotent ? (['INVALID_IDEMPOTENCY_KEY'] as const) : []),
    'UNAUTHORIZED',
    ...(hasScope ? (['FORBIDDEN'] as const) : []),
    ...(namesResource ? (['NOT_FOUND'] as const) : []),
    ...(route.idempotent ? (['IDEMPOTENCY_IN_PROGRESS'] as const) : []),
    ...(route.body === undefined ? [] : (['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const)),
    'TOO_MANY_REQUESTS',
    'INTERNAL_SERVER_ERROR',
    'SERVICE_UNAVAILABLE',
    ...(route.errors ?? []),
  ];
}

export const jsonOf = (schema: Schema): Readonly<Record<string, MediaType>> => {
  const example = sampleOf(schema);
  return { 'application/json': { schema, ...(example === undefined ? {} : { example }) } };
};

export function answersOf(route: Route): Readonly<Record<string, OpenApiAnswer>> {
  const success: OpenApiAnswer = {
    description: route.answer === undefined ? 'Done. Without a body.' : 'Done.',
    headers: headersOf(route, route.status),
    ...(route.answer === undefined ? {} : { content: jsonOf(route.answer) }),
  };
  const failures =
    route.credential.kind === 'api_key' ? envelopeFailures(route) : plainFailures(route);
  const payment = route.payable ? { 402: challengeOf(route) } : {};
  return { [route.status]: success, ...failures, ...payment };
}

const challengeOf = (route: Route): OpenApiAnswer => ({
  description: REASONS[402] ?? '',
  headers: headersOf(route, 402),
  content: jsonOf(paymentChallengeSchema),
});

function envelopeFailures(route: Route): Readonly<Record<string, OpenApiAnswer>> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set(failureCodes(route))) {
    const status = ERROR_STATUS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const entries = [...byStatus].map(([status, codes]) => {
    const examples = Object.fromEntries(codes.map((code) => [code, { value: envelope(code) }]));
    const answer: OpenApiAnswer = {
      description: `${REASONS[status]} Codes: ${codes.join(', ')}.`,
      headers: headersOf(route, status),
      content: { 'application/json': { schema: refTo('schemas', 'ErrorEnvelope'), examples } },
    };
    return [status, answer] as const;
  });
  return Object.fromEntries(entries);
}

const plainFailures = (route: Route): Readonly<Record<string, OpenApiAnswer>> =>
  Object.fromEntries(
    WRITE_KEY_FAILURES.map((status) => [
      status,
      {
        description: REASONS[status] ?? '',
        headers: headersOf(route, status),
        content: {
          'application/json': {
            schema: refTo('schemas', 'PlainError'),
            example: { error: REASONS[status] },
          },
        },
      },
    ]),
  );

const envelope = (code: ErrorCode) => ({
  error: {
    code,
    message: REASONS[ERROR_STATUS[code]],
    doc_url: `https://docs.example.org/errors#${code.toLowerCase()}`,
  },
});

const REPLAYED: OpenApiHeader = {
  description: '`true` on a stored answer that is sent again; absent on the first one.',
  schema: string({ enum: ['true'] }),
};

/** What tells who paid for an answer that the payment was collected. */
const RECEIPTS: Readonly<Record<string, OpenApiHeader>> = {
  'X-PAYMENT-RESPONSE': {
    description: 'Receipt of a payment, as base64 of its JSON; absent if none was made.',
    schema: string(),
  },
  'Payment-Receipt': {
    description:
      'The same in the form of MPP, for a payment that came by `Authorization: Payment`.',
    schema: string(),
  },
};

const refTo = (kind: string, name: string): Reference => ({
  $ref: `#/components/${kind}/${name}`,
});

function headersOf(
  route: Route,
  status: number,
): Readonly<Record<string, OpenApiHeader | Reference>> {
  const names = [
    'X-Request-Id',
    ...(route.credential.kind === 'api_key' && !UNCOUNTED.has(status) ? RATE_HEADERS : []),
    ...(WAITING.has(status) ? ['Retry-After'] : []),
    ...(status === 401 || status === 402 ? ['WWW-Authenticate'] : []),
  ];
  const references = names.map((name) => [name, refTo('headers', name)] as const);
  return {
    ...Object.fromEntries(references),
    ...(route.idempotent && status < 300 ? { 'Idempotency-Replayed': REPLAYED } : {}),
    ...(route.payable && status < 300 ? RECEIPTS : {}),
  };
}
