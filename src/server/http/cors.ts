// Lets pages of chosen origins call the API. The events endpoint, open to any page, does it itself.
import type { FastifyInstance } from 'fastify';

const EXPOSED =
  'RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-Id, ' +
  'Idempotency-Replayed, WWW-Authenticate, X-PAYMENT-RESPONSE, Payment-Receipt';

const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  // `access-control-expose-headers` belongs to answers, but the public x402 client sends it with its payment. The star
  // allows what tracing libraries add to each request; it does not stand for `authorization`, and old browsers do not
  // know it.
  'access-control-allow-headers':
    'authorization, content-type, idempotency-key, x-request-id, x-payment, access-control-expose-headers, *',
  'access-control-max-age': '600',
} as const;

export interface ApiCorsOptions {
  /** As browsers write them: `https://app.example.com`. None: nothing changes. */
  readonly origins: readonly string[];
  /** Whether a path is the API's. */
  readonly isApi: (path: string) => boolean;
}

export function addApiCors(app: FastifyInstance, { origins, isApi }: ApiCorsOptions): void {
  if (origins.length === 0) return;
  app.addHook('onRequest', async (request, reply) => {
    if (!isApi(request.url.split('?', 1)[0] ?? '')) return;
    // Also for other origins, or a cache might hand a page of theirs this answer.
    reply.header('vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !origins.includes(origin)) return;
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': EXPOSED,
    });
    const isPreflight =
      request.method === 'OPTIONS' && request.headers['access-control-request-method'];
    if (isPreflight) return reply.code(204).headers(PREFLIGHT_HEADERS).send();
  });
}
