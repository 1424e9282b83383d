// Runs before each test file: every API answer that it fetches is checked against our own OpenAPI document,
// field by field.
import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import type { OpenApiDocument, OpenApiOperation } from '../../src/protocol/openapi-types.js';

interface Known {
  readonly method: string;
  readonly path: RegExp;
  readonly operation: OpenApiOperation;
}

interface Checker {
  readonly known: readonly Known[];
  readonly ajv: Ajv2020;
}

const checks = new Map<object, ValidateFunction>();

const operationsOf = (document: OpenApiDocument): readonly Known[] =>
  Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
      operation,
    })),
  );

const load = async (): Promise<Checker> => {
  const [{ createOpenApi }, { Ajv2020 }, formats] = await Promise.all([
    import('../../src/protocol/openapi.js'),
    import('ajv/dist/2020.js'),
    import('ajv-formats'),
  ]);
  const document = createOpenApi('http://127.0.0.1');
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default.default(ajv);
  ajv.addSchema({ $id: 'document', components: closed(document.components) });
  return { known: operationsOf(document), ajv };
};

let loading: Promise<Checker> | undefined;

/** Loaded at the first answer, because most test files never call the API. */
const checker = (): Promise<Checker> => {
  loading ??= load();
  return loading;
};

/**
 * Schemas of the document, fit to be compiled. They refuse the fields that they do not name, unless they say
 * that there may be any: generated code drops them, or refuses them itself.
 */
const closed = (schemas: object): object =>
  JSON.parse(JSON.stringify(schemas).replaceAll('"#/', '"document#/'), (_, part) =>
    part?.type === 'object' && part.properties !== undefined
      ? { additionalProperties: false, ...part }
      : part,
  );

const checkOf = (ajv: Ajv2020, schema: object): ValidateFunction => {
  const check = checks.get(schema) ?? ajv.compile(closed(schema));
  checks.set(schema, check);
  return check;
};

/** Headers of HTTP, CORS, security and Prism, which say nothing of the operation. */
const OF_ALL_ANSWERS =
  /^(?:access-control-.+|cache-control|connection|content-.+|date|keep-alive|sl-violations|strict-transport-security|transfer-encoding|vary|x-content-type-options)$/;

/**
 * Lists the differences between an answer and the document; an empty list means that it is valid.
 *
 * @param response whose body is still unread
 */
const faultsOf = async (
  { method, url }: { readonly method: string; readonly url: string },
  response: Response,
): Promise<readonly string[]> => {
  // Stand-in servers of the tests send no x-request-id, and are not checked.
  if (!response.headers.has('x-request-id')) return [];
  const { known, ajv } = await checker();
  const path = new URL(url).pathname;
  const found = known.find((one) => one.method === method && one.path.test(path));
  if (found === undefined) return [];
  const answer = found.operation.responses[response.status];
  if (answer === undefined) return [`the status ${response.status} is not described`];
  const described = new Set(Object.keys(answer.headers ?? {}).map((name) => name.toLowerCase()));
  const others = [...response.headers.keys()].filter(
    (name) => !described.has(name) && !OF_ALL_ANSWERS.test(name),
  );
  if (others.length > 0) return others.map((name) => `the header ${name} is not described`);
  const media = answer.content?.['application/json'];
  const text = await response.clone().text();
  if (media === undefined) return text === '' ? [] : [`a body is not described: ${text}`];
  const check = checkOf(ajv, media.schema);
  if (check(JSON.parse(text))) return [];
  return (check.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
};

const fetchOf = globalThis.fetch;

globalThis.fetch = async (input, init) => {
  const response = await fetchOf(input, init);
  const url = input instanceof Request ? input.url : String(input);
  const method = (init?.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase();
  // Only requests to the API are checked; many tests fetch other things.
  if (!url.includes('/v0/')) return response;
  const faults = await faultsOf({ method, url }, response);
  if (faults.length === 0) return response;
  throw new Error(
    `${method} ${url} answered ${response.status}, against the OpenAPI document: ${faults.join('; ')}`,
  );
};
