// `GET /metrics` for Prometheus, with a token when one is set.
import { createHash, timingSafeEqual } from 'node:crypto';
import { DomainError } from '../errors/domain-error.js';
import { bearerToken } from './bearer.js';
import type { PageRoute } from './page-route.js';

export interface MetricsRouteOptions {
  readonly render: () => string;
  /** Without it, anybody who reaches the server may read. */
  readonly token: string | undefined;
}

const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export const metricsRoute = ({ render, token }: MetricsRouteOptions): PageRoute => ({
  method: 'GET',
  path: '/metrics',
  async handle({ headers: { authorization } }) {
    const given = typeof authorization === 'string' ? bearerToken(authorization) : undefined;
    if (token !== undefined && (given === undefined || !isSame(given, token))) {
      throw new DomainError(
        'UNAUTHORIZED',
        'The metrics are only for callers with the METRICS_TOKEN. Send it as "Authorization: Bearer <token>".',
      );
    }
    return { status: 200, headers: { 'content-type': CONTENT_TYPE }, body: render() };
  },
});

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Hashed, because the comparison wants equal lengths. */
const isSame = (left: string, right: string): boolean =>
  timingSafeEqual(digest(left), digest(right));
