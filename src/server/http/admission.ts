// Who may go on, decided before a body is read: the key, its scope, the rate of its workspace (N-72).
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Scope } from '../../protocol/scopes.js';
import { DomainError } from '../errors/domain-error.js';
import type { ApiKeys, WorkspaceIdentity } from '../keys/api-keys.js';
import { bearerToken } from './bearer.js';
import type { RateLimiter, RateState } from './rate-limit.js';

export interface AdmissionParts {
  readonly apiKeys: ApiKeys;
  readonly rateLimiter: RateLimiter;
  /** Told whose a request is, for the log. */
  readonly onIdentity: (request: FastifyRequest, identity: WorkspaceIdentity) => void;
}

/**
 * @param scope that the key needs; undefined where every key will do
 * @throws {DomainError} UNAUTHORIZED, FORBIDDEN naming the scope, TOO_MANY_REQUESTS
 */
export async function admit(
  { apiKeys, rateLimiter, onIdentity }: AdmissionParts,
  scope: Scope | undefined,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<WorkspaceIdentity> {
  const identity = await apiKeys.identify(bearerToken(request.headers.authorization));
  onIdentity(request, identity);
  const lacking = scope === undefined || identity.scopes.has(scope) ? undefined : scope;
  // A request that the key may not make does not count.
  const state = (lacking === undefined ? rateLimiter.take : rateLimiter.look)(identity.workspaceId);
  setRateHeaders(state, reply);
  if (lacking !== undefined) throw lackingScope(lacking);
  if (state?.isExceeded) throw tooManyRequests(state);
  return identity;
}

const lackingScope = (scope: Scope): DomainError =>
  new DomainError(
    'FORBIDDEN',
    `The API key lacks the scope ${scope}. Scopes cannot be added to a key: make a new one.`,
  );

const tooManyRequests = ({ limit, windowSeconds, resetSeconds }: RateState): DomainError =>
  new DomainError(
    'TOO_MANY_REQUESTS',
    `The workspace sent more than ${limit} requests in ${windowSeconds} s. Wait ${resetSeconds} s.`,
    { retryAfterSeconds: resetSeconds },
  );

function setRateHeaders(state: RateState | undefined, reply: FastifyReply): void {
  if (state === undefined) return;
  reply.header('ratelimit-limit', String(state.limit));
  reply.header('ratelimit-remaining', String(state.remaining));
  reply.header('ratelimit-reset', String(state.resetSeconds));
}
