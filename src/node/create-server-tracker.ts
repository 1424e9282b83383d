// The composition root of Node: the core, on the ports of Node.
import { AsyncLocalStorage } from 'node:async_hooks';
import { type ExitOptions, installExitHooks } from './exit-hooks.js';
import { createHttpTransport, type HttpTransport } from './http-transport.js';
import { createNodeClock, holdProcess } from './node-clock.js';
import { resolveExit, resolveSpool, type SpoolSettings } from './node-options.js';
import { createRandomBytes } from './random.js';
import { COMMON_NAMES, checkNames, resolveServerDelivery } from './server-options.js';
import { createTrackerOn } from './server-tracker.js';
import type { CommonServerOptions, ServerTracker } from './server-tracker-types.js';
import { createSpoolStart } from './start-spool.js';

/** The options of a tracker on Node; only `writeKey` and `apiHost` are required. */
export interface ServerTrackerOptions extends CommonServerOptions {
  /**
   * Keeps accepted events in a folder until they are answered, across crashes and outages. Default:
   * none, events are kept in memory.
   */
  readonly spool?: string | SpoolSettings | undefined;
  /**
   * Sends what waits before the process ends. Default: no hook is installed; then, without a spool,
   * call `await close()` at the end of a script.
   */
  readonly exit?: ExitOptions | undefined;
}

/**
 * Makes a tracker for a service. Make one a process and share it.
 *
 * @throws TrackerError when an option is wrong, or the spool's folder cannot be used. A full disk does not
 *   keep a service from starting: `onError` is told of it, and events are kept in memory
 */
export const createServerTracker = (options: ServerTrackerOptions): ServerTracker => {
  const delivery = resolveServerDelivery(options);
  checkNames(options, { ...COMMON_NAMES, spool: true, exit: true });
  const spool = resolveSpool(options.spool);
  const exit = resolveExit(options.exit);
  let transport: HttpTransport | undefined;
  const tracker = createTrackerOn(
    {
      clock: createNodeClock(),
      randomBytes: createRandomBytes(),
      transport: (writeKey, onFault) => {
        transport = createHttpTransport({
          apiHost: options.apiHost,
          writeKey,
          concurrency: delivery.concurrency,
          timeoutMs: delivery.requestTimeoutMs,
          onFault,
        });
        return transport;
      },
      ...(spool ? { spool: createSpoolStart(spool) } : {}),
      scope: new AsyncLocalStorage<unknown>(),
      hold: holdProcess,
      release: () => {
        removeHooks();
        transport?.close();
      },
    },
    options,
    delivery,
  );
  const removeHooks = installExitHooks(tracker, exit);
  return tracker;
};
