// The HTTP side of the server: what every request gets, and the routes of each kind.
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { MAX_BODY_BYTES } from '../../protocol/limits.js';
import { DomainError } from '../errors/domain-error.js';
import type { Log } from '../log.js';
import { PaymentRequired } from '../payments/payment-required.js';
import { type ApiParts, mountApiRoutes } from './api-routes.js';
import { dropPorts } from './caller-address.js';
import { addApiCors } from './cors.js';
import { createErrorAnswers, toDomainError } from './error-answers.js';
import {
  EVENTS_PATH,
  type EventsRouteParts,
  mountEventsRoute,
  setEventsCors,
} from './events-route.js';
import { beginInTurn } from './in-turn.js';
import { addJsonBodies } from './json-body.js';
import { closeWithLastAnswers } from './last-answers.js';
import { createMalformedRequests, MAX_HEAD_BYTES } from './malformed-request.js';
import { MISSING_PAGE } from './missing-page.js';
import { type Address, methodsAt } from './not-found.js';
import type { PageBody, PageResponse, PageRoute } from './page-route.js';
import { boundReceived, MOST_RECEIVED_BYTES } from './receiving.js';
import { requestIdOf } from './request-id.js';
import { wantsPage } from './wants-page.js';

export interface AppParts {
  readonly api: Omit<ApiParts, 'onIdentity'>;
  readonly ingestion: Omit<EventsRouteParts, 'errors' | 'onError'>;
  /** Routes without a key. */
  readonly pages: readonly PageRoute<PageBody>[];
  /** Origin by which callers reach this server. */
  readonly publicUrl: () => string;
  /** Addresses of proxies whose word on the caller's address is believed. Default: none. */
  readonly trustProxy?: string;
  /** Origins of pages that may call the API. Default: none. */
  readonly corsOrigins?: readonly string[];
  /** How much may be held of bodies that have not arrived completely. Default: 256 MB. */
  readonly mostReceivedBytes?: number;
  readonly log: Log;
  /** Told of every answer, to count it. */
  readonly onAnswer?: (request: AnsweredRequest) => void;
}

export interface AnsweredRequest {
  readonly method: string;
  /** The pattern and not the path, which may hold a wallet. `unknown` for paths without a route. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
}

export interface App {
  /** Begins to listen; answers the port. */
  listen(address: { readonly host: string; readonly port: number }): Promise<number>;
  /** Takes no new requests, finishes the running ones, cuts those that take longer than `timeoutMs`. */
  close(timeoutMs: number): Promise<void>;
}

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** Only where a trusted proxy says that the caller came by TLS. */
const TLS_HEADERS = { 'strict-transport-security': 'max-age=31536000' } as const;

const REQUEST_TIMEOUT_MS = 30_000;

/**
 * Longer than proxies keep an idle connection, or a request meets a connection that the server is just closing, and
 * the proxy answers 502: nginx 60 s, Traefik 90 s, Caddy 120 s, Google's load balancer 600 s.
 * https://cloud.google.com/load-balancing/docs/https#timeout_and_keepalive
 */
const KEEP_ALIVE_MS = 620_000;

export function createApp(parts: AppParts): App {
  const errors = createErrorAnswers(parts.publicUrl);
  const malformed = createMalformedRequests((url, message) =>
    errors.bodyOf(new DomainError('BAD_REQUEST', message), styleOf({ url })),
  );
  const app = Fastify({
    logger: false,
    trustProxy: parts.trustProxy ?? false,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    forceCloseConnections: 'idle',
    // Fastify's own 503 has neither the error envelope nor CORS headers. During the shutdown, requests on open
    // connections are answered as usual instead.
    return503OnClosing: false,
    clientErrorHandler: malformed.answer,
    // Node's own answer to a request without a Host header has no body: `requireHost` refuses it instead.
    http: { requireHostHeader: false, maxHeaderSize: MAX_HEAD_BYTES },
    // For addresses that cannot be decoded, which reach neither routes nor hooks.
    frameworkErrors: (error, request, reply) => {
      setCommonHeaders(request, reply);
      return errors.send(reply, error, 'envelope');
    },
    // A parameter may be as long as a whole address: a very long id is answered like any other unknown id.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_HEAD_BYTES },
  });
  malformed.watch(app.server);
  const workspaces = new WeakMap<FastifyRequest, string>();
  const onError = (request: FastifyRequest, error: unknown): void => {
    if (error instanceof PaymentRequired) return;
    const { code, message, fields } = toDomainError(error);
    if (code !== 'INTERNAL_SERVER_ERROR' && code !== 'SERVICE_UNAVAILABLE') return;
    parts.log.error(message, fields.cause ?? error, { request_id: request.id });
  };

  beginInTurn(app);
  const closeConnections = closeWithLastAnswers(app);
  boundReceived(app, parts.mostReceivedBytes ?? MOST_RECEIVED_BYTES);
  addJsonBodies(app);
  addHooks(app, parts, workspaces);
  addApiCors(app, { origins: parts.corsOrigins ?? [], isApi });
  app.setErrorHandler((error, request, reply) => {
    onError(request, error);
    return isMissingToPeople(request, error)
      ? sendPage(reply, MISSING_PAGE)
      : errors.send(reply, error, 'envelope');
  });
  const addresses = collectAddresses(app);
  const answerMissing = (request: FastifyRequest, reply: FastifyReply) => {
    const error = missing(request, reply, addresses);
    return isMissingToPeople(request, error)
      ? sendPage(reply, MISSING_PAGE)
      : errors.send(reply, error, styleOf(request));
  };
  app.setNotFoundHandler(answerMissing);
  // Before the body is read: a request for a missing route must not cost the parsing of two megabytes.
  app.addHook('onRequest', async (request, reply) =>
    request.is404 ? answerMissing(request, reply) : undefined,
  );
  mountApiRoutes(app, {
    ...parts.api,
    onIdentity: (request, identity) => workspaces.set(request, identity.workspaceId),
  });
  mountEventsRoute(app, { ...parts.ingestion, errors, onError });
  for (const page of parts.pages) mountPage(app, page);

  return {
    async listen(address) {
      await app.listen(address);
      const bound = app.server.address();
      return typeof bound === 'object' && bound !== null ? bound.port : address.port;
    },
    async close(timeoutMs) {
      closeConnections();
      const cut = setTimeout(() => app.server.closeAllConnections(), timeoutMs);
      await app.close();
      clearTimeout(cut);
    },
  };
}

/** What every request gets, whoever answers it. */
function addHooks(
  app: FastifyInstance,
  { log, onAnswer }: Pick<AppParts, 'log' | 'onAnswer'>,
  workspaces: WeakMap<FastifyRequest, string>,
): void {
  app.addHook('onRequest', async ({ raw }) => dropPorts(raw.headers));
  app.addHook('onRequest', async (request, reply) => setCommonHeaders(request, reply));
  app.addHook('onRequest', async ({ raw }) => requireHost(raw));
  app.addHook('onResponse', async (request, reply) => {
    onAnswer?.({
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: reply.elapsedTime,
    });
    log.info('request', {
      request_id: request.id,
      workspace_id: workspaces.get(request),
      method: request.method,
      // The pattern and not the address, which may hold a wallet.
      route: request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    });
  });
}

/** RFC 9112, section 3.2: a request of HTTP/1.1 without a Host header must be refused. */
function requireHost({ httpVersion, headers }: FastifyRequest['raw']): void {
  if (httpVersion !== '1.1' || headers.host !== undefined) return;
  throw new DomainError('BAD_REQUEST', 'The Host header is missing.');
}

function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ ...SECURITY_HEADERS, 'x-request-id': request.id });
  if (request.protocol === 'https') reply.headers(TLS_HEADERS);
}

type Addressed = Pick<FastifyRequest, 'url'>;

const pathOf = (request: Addressed): string => request.url.split('?', 1)[0] ?? '';

const isApi = (path: string): boolean =>
  path.startsWith('/v0/') && path.replace(/\/$/, '') !== EVENTS_PATH;

/** Whether to answer with a page for people; the API answers JSON, whoever asks. */
const isMissingToPeople = (request: FastifyRequest, error: unknown): boolean =>
  !/^\/v0(\/|$)/.test(pathOf(request)) &&
  wantsPage(request.headers.accept) &&
  toDomainError(error).code === 'NOT_FOUND';

const styleOf = (request: Addressed) =>
  pathOf(request).replace(/\/$/, '') === EVENTS_PATH ? 'plain' : 'envelope';

function collectAddresses(app: FastifyInstance): readonly Address[] {
  const addresses: Address[] = [];
  app.addHook('onRoute', ({ method, path }) => {
    for (const one of [method].flat()) addresses.push({ method: one, path });
  });
  return addresses;
}

function missing(
  request: FastifyRequest,
  reply: FastifyReply,
  addresses: readonly Address[],
): DomainError {
  const path = pathOf(request);
  if (styleOf(request) === 'plain') setEventsCors(reply);
  const methods = methodsAt(addresses, path);
  if (methods.length === 0) {
    const hint = path.startsWith('/v0/v0/') ? ' Give the address of the server without /v0.' : '';
    return new DomainError('NOT_FOUND', `There is nothing at ${path.slice(0, 200)}.${hint}`);
  }
  reply.header('allow', methods.join(', '));
  const { origin } = request.headers;
  // A preflight that reaches this point is of a page that may not call the API. Browsers show the answer in
  // their list of requests.
  if (request.method === 'OPTIONS' && origin !== undefined && isApi(path)) {
    return new DomainError(
      'METHOD_NOT_ALLOWED',
      `Pages from ${origin.slice(0, 200)} may not call the API. Add this origin to CORS_ORIGINS to allow it.`,
    );
  }
  return new DomainError(
    'METHOD_NOT_ALLOWED',
    `${request.method} is not supported at ${path.slice(0, 200)}. Use ${methods.join(', ')}.`,
  );
}

function mountPage(app: FastifyInstance, page: PageRoute<PageBody>): void {
  app.route({
    method: page.method,
    url: page.path,
    handler: async (request, reply) => {
      const answer = await page.handle({
        query: request.query as Readonly<Record<string, unknown>>,
        headers: request.headers,
        params: request.params as Readonly<Record<string, string>>,
      });
      return sendPage(reply, answer);
    },
  });
}

/** A 304 goes without body and length: by RFC 9110, section 8.6, the length would have to be that of the 200. */
const sendPage = (reply: FastifyReply, { status, headers, body }: PageResponse<PageBody>) =>
  reply
    .code(status)
    .headers(headers)
    .send(status === 304 ? undefined : body);
