// The composition root of Node: the core, on what Node offers.
import { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import { TrackerError } from '../core/tracker-error.js';
import { type ExitOptions, installExitHooks } from './exit-hooks.js';
import { createHttpTransport, type HttpTransport } from './http-transport.js';
import { createNodeClock, holdProcess } from './node-clock.js';
import { createRandomBytes } from './random.js';
import { resolveServerDelivery, wholeOption } from './server-options.js';
import { createTrackerOn, type ServerPlatform } from './server-tracker.js';
import type { CommonServerOptions, ServerTracker } from './server-tracker-types.js';
import { openSpool } from './spool/open-spool.js';

const DEFAULT_SPOOL_BYTES = 1_000_000_000;

export interface SpoolSettings {
  /** A folder of its own; it is made when it does not exist. Several processes may share it. */
  readonly directory: string;
  /** Bound on disk of this process, with what it took over; then `whenFull` says. Default 1,000,000,000. */
  readonly maxBytes?: number | undefined;
  /**
   * What is accepted has been handed to the kernel, which keeps it when the process dies in whichever way.
   * `true`: the promise of a call also waits for the disk itself, so that a power cut loses nothing
   * either; many calls share one sync. Default false.
   */
  readonly fsync?: boolean | undefined;
}

export interface ServerTrackerOptions extends CommonServerOptions {
  /** Keeps accepted events in a folder until they are answered, across crashes and outages. */
  readonly spool?: string | SpoolSettings | undefined;
  /**
   * Sends what waits before the process ends. Nothing of it is installed unasked; without it and without
   * a spool, call `await close()` at the end of a script.
   */
  readonly exit?: ExitOptions | undefined;
}

const spoolOf = ({ spool }: ServerTrackerOptions): ServerPlatform['spool'] => {
  if (spool === undefined) return undefined;
  const settings = typeof spool === 'string' ? { directory: spool } : spool;
  const { directory, fsync = false } = settings;
  if (typeof directory !== 'string' || directory === '') {
    throw new TrackerError(`Wrong option spool: ${String(directory)}. Pass the path of a folder.`);
  }
  const maxBytes = wholeOption('spool.maxBytes', settings.maxBytes, {
    fallback: DEFAULT_SPOOL_BYTES,
    most: Number.MAX_SAFE_INTEGER,
  });
  return (namespace, onFault) => {
    try {
      // Projects must not send each other's events.
      return openSpool({ directory: join(directory, namespace), maxBytes, fsync, onFault });
    } catch (cause) {
      const reason = `cannot be used (${String(cause)})`;
      throw new TrackerError(`Wrong option spool: ${directory} ${reason}. Pass a writable folder.`);
    }
  };
};

/**
 * Makes a tracker for a service. Make one a process and share it.
 *
 * @throws TrackerError when an option is wrong, or the spool's folder cannot be used
 */
export const createServerTracker = (options: ServerTrackerOptions): ServerTracker => {
  const delivery = resolveServerDelivery(options);
  const spool = spoolOf(options);
  let transport: HttpTransport | undefined;
  const tracker = createTrackerOn(
    {
      clock: createNodeClock(),
      randomBytes: createRandomBytes(),
      transport: (writeKey) => {
        transport = createHttpTransport({
          apiHost: options.apiHost,
          writeKey,
          concurrency: delivery.concurrency,
          timeoutMs: delivery.requestTimeoutMs,
        });
        return transport;
      },
      ...(spool ? { spool } : {}),
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
  const removeHooks = installExitHooks(tracker, options.exit ?? {});
  return tracker;
};
