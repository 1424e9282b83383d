// Mounts the operations of the table of routes that API keys open.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from '../../protocol/route.js';
import { routes } from '../../protocol/routes.js';
import type { Scope } from '../../protocol/scopes.js';
import type { Idempotency } from '../idempotency/service.js';
import type { WorkspaceIdentity } from '../keys/api-keys.js';
import type { PaidEntry, PaymentGate } from '../payments/service.js';
import { type AdmissionParts, admit } from './admission.js';
import { bearerToken } from './bearer.js';
import type { ApiHandlers, ApiOperation } from './handlers.js';
import { fingerprintOf, idempotencyKeyOf } from './idempotency-key.js';
import { type CheckedInput, inputReader } from './read-input.js';

export interface ApiParts extends AdmissionParts {
  readonly idempotency: Pick<Idempotency, 'once'>;
  readonly handlers: ApiHandlers;
  /** Where callers without a key may pay. Default: nowhere. */
  readonly payments?: PaymentGate;
  /** The operations. Default: the table of routes. */
  readonly table?: Readonly<Record<string, Route>>;
}

/** A handler without the types of its operation, which the table of routes vouches for. */
type AnyHandler = (request: {
  readonly input: CheckedInput;
  readonly identity: WorkspaceIdentity;
}) => Promise<unknown>;

/**
 * Operations that store nothing in the application database. When that is embedded it has one connection: a
 * transaction there, held during a long write to the analytics database, would block all other requests and
 * the readiness check.
 */
const APART: ReadonlySet<string> = new Set<ApiOperation>([
  'upsertLabels',
  'deleteLabel',
  'importWallets',
]);

export function mountApiRoutes(app: FastifyInstance, parts: ApiParts): void {
  const handlers: Readonly<Record<string, unknown>> = parts.handlers;
  for (const [operation, route] of Object.entries<Route>(parts.table ?? routes)) {
    const { credential } = route;
    if (credential.kind !== 'api_key') continue;
    mountRoute(app, parts, {
      route,
      scope: credential.scope,
      isApart: APART.has(operation),
      handler: handlers[operation] as AnyHandler,
    });
  }
}

interface MountedRoute {
  readonly route: Route;
  /** Undefined: every key opens it. */
  readonly scope: Scope | undefined;
  /** Whether it stores nothing in the application database. */
  readonly isApart: boolean;
  readonly handler: AnyHandler;
}

/** What is known of a request before its body is read. */
interface Admitted {
  readonly identity: WorkspaceIdentity;
  /** The idempotency key, for operations that take one. */
  readonly key: string | undefined;
  /** Present for a caller who pays instead of showing a key. */
  readonly paid?: PaidEntry;
}

/** Mounts one operation. Order of checks: key, scope, rate, Idempotency-Key, input, then the handler. */
function mountRoute(
  app: FastifyInstance,
  parts: ApiParts,
  { route, scope, isApart, handler }: MountedRoute,
): void {
  const admitted = new WeakMap<FastifyRequest, Admitted>();
  const readInput = inputReader(route);
  app.route({
    method: route.method,
    url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    onRequest: async (request, reply) => {
      const paid = await enterByPayment(parts, route, request);
      if (paid !== undefined) {
        admitted.set(request, { identity: paid.identity, key: undefined, paid });
        return;
      }
      const identity = await admit(parts, scope, { request, reply });
      const lines = request.raw.headersDistinct['idempotency-key'];
      const key = route.idempotent ? idempotencyKeyOf(lines) : undefined;
      admitted.set(request, { identity, key });
    },
    handler: async (request, reply) => {
      const known = admitted.get(request);
      if (known === undefined) throw new Error('A handler ran before its authentication.');
      const { identity, key, paid } = known;
      const input = readInput(request);
      const work = async () => textOf(await handler({ input, identity }), route);
      if (paid !== undefined) {
        const { value, headers } = await paid.deliver(work);
        return send(reply.headers(headers), route.status, value);
      }
      if (key === undefined) return send(reply, route.status, await work());
      const { status, body, isReplay } = await parts.idempotency.once(
        { workspaceId: identity.workspaceId, key, fingerprint: fingerprintOf(request) },
        async () => ({ status: route.status, body: await work() }),
        isApart,
      );
      if (isReplay) reply.header('idempotency-replayed', 'true');
      return send(reply, status, body);
    },
  });
}

/** Whoever shows an API key is admitted by it, or not at all. */
async function enterByPayment(
  { payments }: Pick<ApiParts, 'payments'>,
  route: Route,
  { method, url, headers }: FastifyRequest,
): Promise<PaidEntry | undefined> {
  const isAsked = route.payable && bearerToken(headers.authorization) === undefined;
  if (!isAsked) return undefined;
  // The answer to HEAD has no body to pay for, so a payment that comes with it must not be used up.
  return payments?.enter({ url, headers: method === 'HEAD' ? {} : headers });
}

/** JSON text, or `null` for an answer without body. */
const textOf = (answer: unknown, route: Route): string | null =>
  route.status === 204 ? null : JSON.stringify(answer);

function send(reply: FastifyReply, status: number, body: string | null): FastifyReply {
  reply.code(status);
  if (body === null) return reply.send();
  return reply.type('application/json; charset=utf-8').send(body);
}
