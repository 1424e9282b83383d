// The composition root of edge runtimes: the core, on what the web's standards offer and nothing of Node.
import { createEdgeClock } from './edge-clock.js';
import { createFetchTransport } from './fetch-transport.js';
import { createRandomBytes } from './random.js';
import { resolveServerDelivery } from './server-options.js';
import { createTrackerOn, type ScopeStorage } from './server-tracker.js';
import type { CommonServerOptions, ServerTracker } from './server-tracker-types.js';

export interface EdgeTrackerOptions extends CommonServerOptions {
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** `new AsyncLocalStorage()`, where the runtime has one: `run` needs it. */
  readonly scope?: ScopeStorage | undefined;
}

/**
 * Makes a tracker for Cloudflare Workers, Vercel Edge, Deno or Bun. End each request with
 * `context.waitUntil(tracker.flush())`: nothing is left to timers, which may never run there.
 * On Cloudflare Workers make a tracker a request, for requests may not share connections there.
 *
 * @throws TrackerError when an option is wrong
 */
export const createServerTracker = (options: EdgeTrackerOptions): ServerTracker => {
  const delivery = resolveServerDelivery(options);
  return createTrackerOn(
    {
      clock: createEdgeClock(),
      randomBytes: createRandomBytes(),
      transport: (writeKey) =>
        createFetchTransport({
          apiHost: options.apiHost,
          writeKey,
          timeoutMs: delivery.requestTimeoutMs,
          fetch: options.fetch,
        }),
      scope: options.scope,
      hold: () => () => {},
      release: () => {},
    },
    options,
    delivery,
  );
};
