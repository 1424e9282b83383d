// Mounts `POST /v0/raw_events`: any origin, plain errors (decisions N-59, N-65, N-66).
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MAX_BODY_BYTES } from '../../protocol/limits.js';
import { routes } from '../../protocol/routes.js';
import { DomainError } from '../errors/domain-error.js';
import { readBatch } from '../events/read-batch.js';
import type { EventsService } from '../events/service.js';
import type { ProjectIdentity, WriteKeys } from '../keys/write-keys.js';
import { bearerToken } from './bearer.js';
import type { ErrorAnswers } from './error-answers.js';
import type { RateLimiter } from './rate-limit.js';

export interface EventsRouteParts {
  readonly writeKeys: WriteKeys;
  readonly events: EventsService;
  /** Limits the requests of each project. */
  readonly rateLimiter: RateLimiter;
  readonly errors: ErrorAnswers;
  readonly onError: (request: FastifyRequest, error: unknown) => void;
}

const { method, path, status } = routes.ingestEvents;

const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Retry-After, Date, X-Request-Id',
} as const;

const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'POST, OPTIONS',
  // The star allows what tracing libraries add to each request of a page, such as `baggage` or `traceparent`.
  // It does not stand for `authorization`, and old browsers do not know it.
  'access-control-allow-headers': 'authorization, content-type, content-encoding, *',
  'access-control-max-age': '86400',
} as const;

/** The path of the one endpoint whose errors are plain. */
export const EVENTS_PATH = path;

export const setEventsCors = (reply: {
  headers(values: Record<string, string>): unknown;
}): void => {
  reply.headers(CORS_HEADERS);
};

export function mountEventsRoute(app: FastifyInstance, parts: EventsRouteParts): void {
  const identities = new WeakMap<FastifyRequest, ProjectIdentity>();
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['application/json', 'text/plain'],
      { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
      (_request, body, done) => done(null, body),
    );
    scope.setErrorHandler((error, request, reply) => {
      parts.onError(request, error);
      return parts.errors.send(reply, error, 'plain');
    });
    scope.addHook('onRequest', async (_request, reply) => setEventsCors(reply));

    scope.options(path, async (_request, reply) =>
      reply.code(204).headers(PREFLIGHT_HEADERS).send(),
    );
    scope.route({
      method,
      url: path,
      // Before the body is read: strangers cannot make the server read two megabytes.
      onRequest: async (request) => {
        const identity = await parts.writeKeys.identify(bearerToken(request.headers.authorization));
        requireRate(parts.rateLimiter, identity.projectId);
        identities.set(request, identity);
      },
      handler: async (request, reply) => {
        const identity = identities.get(request);
        if (identity === undefined) throw new Error('A handler ran before its authentication.');
        if (!(request.body instanceof Uint8Array)) {
          throw new DomainError('BAD_REQUEST', 'The body is empty; send a JSON array of events.');
        }
        const caller = {
          address: request.ip,
          userAgent: request.headers['user-agent'],
        };
        // No variable holds the batch: it would keep the events in memory while they are written to disk.
        const answer = await readBatch(request.body, request.headers['content-encoding']).then(
          (batch) => parts.events.receive(batch, identity.projectId, caller),
        );
        return reply.code(status).send(answer);
      },
    });
  });
}

function requireRate(limiter: RateLimiter, projectId: string): void {
  const state = limiter.take(projectId);
  if (!state?.isExceeded) return;
  throw new DomainError(
    'TOO_MANY_REQUESTS',
    `The project sent more than ${state.limit} requests in ${state.windowSeconds} s. Wait ${state.resetSeconds} s.`,
    { retryAfterSeconds: state.resetSeconds },
  );
}
