// The composition root of edge runtimes: the core, on web standards alone and without Node.
import { callApp } from '../core/plugins.js';
import { createEdgeClock } from './edge-clock.js';
import { createFetchTransport } from './fetch-transport.js';
import { createRandomBytes } from './random.js';
import { COMMON_NAMES, checkNames, resolveServerDelivery } from './server-options.js';
import { createTrackerOn, type ScopeStorage } from './server-tracker.js';
import type { CommonServerOptions, ServerTracker } from './server-tracker-types.js';

/** The options of a tracker at the edge; only `writeKey` and `apiHost` are required. */
export interface EdgeTrackerOptions extends CommonServerOptions {
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** An AsyncLocalStorage, where the runtime has one: `run` needs it. Default: none. */
  readonly scope?: ScopeStorage | undefined;
}

const LOST =
  'Timers of the tracker never ran: they ended with the request that started them, as on Cloudflare Workers. ' +
  'Make a tracker in each request there, or events are lost.';

/** Reports lost timers once. */
const tellOfLost = ({ onError }: EdgeTrackerOptions) => {
  let isTold = false;
  return () => {
    if (!isTold) callApp(() => onError?.({ code: 'invalid_call', message: LOST }));
    isTold = true;
  };
};

/**
 * Makes a tracker for Cloudflare Workers, Vercel Edge, Deno or Bun. End each request with
 * `context.waitUntil(tracker.flush())`, since timers may never fire there. On Cloudflare Workers
 * make a tracker in each request: timers and connections that one request began end with it.
 *
 * @throws TrackerError when an option is wrong
 */
export const createServerTracker = (options: EdgeTrackerOptions): ServerTracker => {
  const delivery = resolveServerDelivery(options);
  checkNames(options, { ...COMMON_NAMES, fetch: true, scope: true });
  return createTrackerOn(
    {
      clock: createEdgeClock(tellOfLost(options)),
      randomBytes: createRandomBytes(),
      transport: (writeKey, onFault) =>
        createFetchTransport({
          apiHost: options.apiHost,
          writeKey,
          timeoutMs: delivery.requestTimeoutMs,
          fetch: options.fetch,
          onFault,
        }),
      scope: options.scope,
      hold: () => () => {},
      release: () => {},
    },
    options,
    delivery,
  );
};
