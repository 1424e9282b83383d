// The OpenAPI 3.1 document of the table of routes.
import { ERROR_STATUS, errorEnvelopeSchema } from './errors.js';
import { plainErrorSchema } from './events.js';
import { EXAMPLES } from './examples.js';
import { MAX_IDEMPOTENCY_KEY_LENGTH } from './limits.js';
import { withNamedSchemas } from './named-schemas.js';
import { answersOf } from './openapi-answers.js';
import type { OpenApiDocument, OpenApiOperation, OpenApiParameter } from './openapi-types.js';
import type { Route } from './route.js';
import { type Operation, routes } from './routes.js';
import { integer, type Schema, string } from './schema.js';
import { TAGS } from './tags.js';

/** Version of the interface, not of the package (API document, Versioning). */
const API_VERSION = '0.1.0';

/** @param serverUrl where the document's readers reach the API, such as `http://127.0.0.1:4318` */
export const createOpenApi = (serverUrl: string): OpenApiDocument =>
  withNamedSchemas(describeApi(serverUrl));

/** The same document with each schema where it is used, for pages that show it. */
export const describeApi = (serverUrl: string): OpenApiDocument => ({
  openapi: '3.1.0',
  info: {
    title: 'Chaintrail',
    version: API_VERSION,
    description: 'Wallet analytics of one workspace, and the ingestion of its events.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: serverUrl }],
  tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
  paths: paths(),
  components: COMPONENTS,
});

const COMPONENTS: OpenApiDocument['components'] = {
  securitySchemes: {
    api_key: {
      type: 'http',
      scheme: 'bearer',
      description:
        'API key of the workspace, with the scope that the operation names, if it names one.',
    },
    write_key: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'Write key of a project, as the SDK sends it.',
    },
  },
  schemas: {
    ErrorEnvelope: {
      ...errorEnvelopeSchema,
      description: `Codes today: ${Object.keys(ERROR_STATUS).join(', ')}.`,
    },
    PlainError: plainErrorSchema,
  },
  headers: {
    'X-Request-Id': {
      description: 'The X-Request-Id of the request if it is well formed, else a new id.',
      schema: string(),
    },
    'RateLimit-Limit': {
      description:
        'Request limit of the workspace in the window with the fewest requests left. Absent without a limit.',
      schema: integer({ minimum: 1 }),
    },
    'RateLimit-Remaining': {
      description: 'Requests left in that window.',
      schema: integer({ minimum: 0 }),
    },
    'RateLimit-Reset': {
      description: 'Seconds until that window resets.',
      schema: integer({ minimum: 1 }),
    },
    'Retry-After': {
      description: 'Seconds after which to try again, if known.',
      schema: integer({ minimum: 1 }),
    },
    'WWW-Authenticate': {
      description: '`Bearer`; with 402, a `Payment` challenge.',
      schema: string(),
    },
  },
};

const IDEMPOTENCY_KEY: OpenApiParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A new random text for each write. A repetition with the same key, method, path and body gets ' +
    'the answer of the first for 24 hours, unless the server sets another time, and nothing is done again.',
  schema: string({ minLength: 1, maxLength: MAX_IDEMPOTENCY_KEY_LENGTH }),
};

const PAYMENT: OpenApiParameter = {
  name: 'X-PAYMENT',
  in: 'header',
  required: false,
  description:
    'In place of a key, where the server takes payments: a payment of x402 version 1, as base64 of its JSON.',
  schema: string({ minLength: 1 }),
};

function paths(): OpenApiDocument['paths'] {
  const byPath = new Map<string, Record<string, OpenApiOperation>>();
  for (const [operationId, route] of Object.entries<Route>(routes) as [Operation, Route][]) {
    const operations = byPath.get(route.path) ?? {};
    operations[route.method.toLowerCase()] = operation(operationId, route);
    byPath.set(route.path, operations);
  }
  return Object.fromEntries(byPath);
}

/** An example as the document has it, without the operation's own types. */
interface AnyExample {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

function operation(operationId: Operation, route: Route): OpenApiOperation {
  const { credential } = route;
  const example: AnyExample = EXAMPLES[operationId];
  const scope = credential.kind === 'api_key' ? credential.scope : undefined;
  const parameters = [
    ...parametersOf('path', route.params, example.params),
    ...parametersOf('query', route.query, example.query),
    ...(route.idempotent ? [IDEMPOTENCY_KEY] : []),
    ...(route.payable ? [PAYMENT] : []),
  ];
  return {
    operationId,
    tags: [route.tag],
    summary: route.summary,
    description:
      [route.description, neededKey(route)].filter(Boolean).join('\n\n') || route.summary,
    ...(scope === undefined ? {} : { 'x-scope': scope }),
    // Since 3.1 a bearer scheme may list the roles that it needs.
    security: [{ [credential.kind]: scope === undefined ? [] : [scope] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: !route.bodyOptional,
            content: { 'application/json': { schema: route.body, example: example.body } },
          },
        }),
    responses: answersOf(route),
  };
}

function neededKey({ credential }: Route): string {
  if (credential.kind === 'write_key') return '';
  const { scope } = credential;
  return scope === undefined ? 'Every API key opens it.' : `Needs the scope \`${scope}\`.`;
}

const parametersOf = (
  place: 'path' | 'query',
  schema: Schema = {},
  examples: Readonly<Record<string, unknown>> = {},
): readonly OpenApiParameter[] =>
  Object.entries(schema.properties ?? {}).map(([name, { description, ...part }]) => ({
    name,
    in: place,
    required: place === 'path' || (schema.required ?? []).includes(name),
    ...(description === undefined ? {} : { description }),
    schema: part,
    ...(examples[name] === undefined ? {} : { example: examples[name] }),
  }));
