// Reads the demo's requests and words its answers.
import { pagePolicy } from '../http/page-policy.js';
import type { PageRequest, PageResponse } from '../http/page-route.js';
import type { RateLimiter } from '../http/rate-limit.js';
import type { PageFiles } from './page-files.js';
import type { DemoService } from './service.js';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 100;
/** Requests of the demo page carry no API key, so all visitors share one rate limit. */
const EVERYBODY = 'demo';

// `img-src data:` is for the icons by which wallets announce themselves (EIP-6963).
const CONTENT_SECURITY_POLICY = pagePolicy();

const COMMON_HEADERS = { 'x-content-type-options': 'nosniff' } as const;

export interface DemoHandlers {
  page(): Promise<PageResponse>;
  styles(): Promise<PageResponse>;
  script(): Promise<PageResponse>;
  events(request: PageRequest): Promise<PageResponse>;
}

export function createDemoHandlers(parts: {
  readonly files: PageFiles;
  readonly service: DemoService;
  readonly projectId: string;
  readonly rateLimiter: RateLimiter;
}): DemoHandlers {
  const { files, service, projectId, rateLimiter } = parts;
  return {
    async page() {
      return {
        status: 200,
        headers: {
          ...COMMON_HEADERS,
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          'content-security-policy': CONTENT_SECURITY_POLICY,
          'referrer-policy': 'same-origin',
        },
        body: await files.page(),
      };
    },
    styles: async () => asset('text/css; charset=utf-8', await files.styles()),
    script: async () => asset('text/javascript; charset=utf-8', await files.script()),
    async events({ query }) {
      const rate = rateLimiter.take(EVERYBODY);
      if (rate?.isExceeded) return tooMany(rate.resetSeconds);
      const anonymousId = query.anonymous_id;
      if (typeof anonymousId !== 'string' || !UUID.test(anonymousId)) {
        return badRequest('anonymous_id must be the UUID that `chaintrail.anonymousId()` returns.');
      }
      const limit = parseLimit(query.limit);
      if (limit === undefined) {
        return badRequest(`limit must be a whole number from 1 to ${MAX_LIMIT}.`);
      }
      return json(200, await service.visitorEvents({ projectId, anonymousId }, limit));
    },
  };
}

function parseLimit(value: unknown): number | undefined {
  if (value === undefined) return DEFAULT_LIMIT;
  if (typeof value !== 'string' || !/^[1-9]\d{0,2}$/.test(value)) return undefined;
  const limit = Number(value);
  return limit <= MAX_LIMIT ? limit : undefined;
}

function asset(contentType: string, body: string): PageResponse {
  return {
    status: 200,
    headers: { ...COMMON_HEADERS, 'content-type': contentType, 'cache-control': 'no-cache' },
    body,
  };
}

function json(status: number, value: unknown): PageResponse {
  return {
    status,
    headers: {
      ...COMMON_HEADERS,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    },
    body: JSON.stringify(value),
  };
}

const badRequest = (error: string) => json(400, { error });

function tooMany(seconds: number): PageResponse {
  const answer = json(429, { error: `The demo gets too many requests. Wait ${seconds} s.` });
  return { ...answer, headers: { ...answer.headers, 'retry-after': String(seconds) } };
}
