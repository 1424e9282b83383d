// The demo dapp: what the HTTP layer mounts for it.
import type { AnalyticsDatabase } from '../database/ports.js';
import type { PageRoute } from '../http/page-route.js';
import type { RateLimiter } from '../http/rate-limit.js';
import { createDemoHandlers } from './handlers.js';
import { createPageFiles } from './page-files.js';
import { createDemoService } from './service.js';
import { createDemoStore } from './store.js';

export interface DemoOptions {
  /** Write key of the demo's project; it is printed into the page. */
  readonly writeKey: string;
  /** The project whose events the page may show. */
  readonly projectId: string;
  /** Origin by which browsers reach this server, such as `http://127.0.0.1:4318`. */
  readonly publicUrl: () => string;
  readonly analytics: AnalyticsDatabase;
  /** Folder with `demo.html`, `demo.css` and `demo.js`: `dist/server/demo` of the package. */
  readonly assetsDirectory: string;
  /** One limit for all requests for stored events together. */
  readonly rateLimiter: RateLimiter;
}

/** The demo's routes. The page also asks for the SDK at `/chaintrail.js` of the same origin. */
export function createDemo(options: DemoOptions): readonly PageRoute[] {
  const handlers = createDemoHandlers({
    files: createPageFiles(options.assetsDirectory, () => ({
      writeKey: options.writeKey,
      publicUrl: options.publicUrl().replace(/\/+$/, ''),
    })),
    service: createDemoService(createDemoStore(options.analytics)),
    projectId: options.projectId,
    rateLimiter: options.rateLimiter,
  });
  return [
    { method: 'GET', path: '/demo', handle: handlers.page },
    { method: 'GET', path: '/demo/demo.css', handle: handlers.styles },
    { method: 'GET', path: '/demo/demo.js', handle: handlers.script },
    { method: 'GET', path: '/demo/events', handle: handlers.events },
  ];
}
