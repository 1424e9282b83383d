// The tracker of a service: capture -> plugins -> pipeline, on whatever platform it is given.
import { createAddressWriter } from '../core/address.js';
import { type CompleteEvent, createWriter } from '../core/enrich.js';
import { createMessageIds } from '../core/message-id.js';
import { createMonotonicClock } from '../core/monotonic-clock.js';
import { namespaceIn } from '../core/namespace.js';
import { callApp, textOf } from '../core/plugins.js';
import type { Clock, RandomBytes, Transport } from '../core/ports.js';
import { toPlainProperties } from '../core/to-plain.js';
import type { DroppedEvent, Properties, TrackerFault } from '../core/tracker-types.js';
import { createWriteKey } from '../core/write-key.js';
import { REFUSED } from './acceptance.js';
import { LIBRARY_NAME, LIBRARY_VERSION } from './library.js';
import { readRequestContext } from './request/request-context.js';
import { readRequestIdentity } from './request/request-identity.js';
import type { RequestLike } from './request/request-like.js';
import { createServerCapture, freezeAbout } from './server-capture.js';
import type { ServerDelivery } from './server-options.js';
import { createServerPipeline, type ServerPipeline } from './server-pipeline.js';
import { createServerPlugins } from './server-plugins.js';
import type {
  About,
  BoundVerbs,
  CommonServerOptions,
  ServerTracker,
  ServerVerbs,
} from './server-tracker-types.js';
import type { Spool, TellOfSpool } from './spool-port.js';
import { remedyOf } from './spool-remedy.js';

/** The part of AsyncLocalStorage that is used. */
export interface ScopeStorage {
  getStore(): unknown;
  run<T>(store: unknown, call: () => T): T;
}

/** The place a server's tracker runs in. */
export interface ServerPlatform {
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly transport: (writeKey: () => string, onFault: (fault: TrackerFault) => void) => Transport;
  /** Answers undefined when the spool cannot be used for now. */
  readonly spool?: (namespace: string, tell: TellOfSpool) => Spool | undefined;
  readonly scope?: ScopeStorage | undefined;
  /** Keeps the process alive until the function that it answers is called. */
  readonly hold: () => () => void;
  /** Closes what the platform opened. */
  readonly release: () => void;
}

/** More accounts than a service sees at a time. */
const REMEMBERED_ADDRESSES = 10_000;

const DEFAULT_FLUSH_MS = 30_000;
const DEFAULT_CLOSE_MS = 5_000;

/** Calls the app's `onError` and `onDrop`, and catches what they throw. */
const createReports = (options: CommonServerOptions) => ({
  onFault: (fault: TrackerFault) => void callApp(() => options.onError?.(fault)),
  onDrop: (event: DroppedEvent) => void callApp(() => options.onDrop?.(event)),
});

/** How long a failing disk is not reported again. Milliseconds. */
const SAME_FAULT_MS = 60_000;

const tellOfSpool = (clock: Clock, onFault: (fault: TrackerFault) => void): TellOfSpool => {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (cause, outcome = 'events are kept in memory for now') => {
    if (clock.now() - toldAt < SAME_FAULT_MS) return;
    toldAt = clock.now();
    const what = `The spool failed (${String(cause)}): ${outcome}.`;
    const message = `${what} ${remedyOf(cause) ?? ''}`.trim();
    onFault({ code: 'storage', message, cause });
  };
};

const withHold = async <T>(hold: () => () => void, work: Promise<T>): Promise<T> => {
  const letGo = hold();
  try {
    return await work;
  } finally {
    letGo();
  }
};

/** Makes the functions that say who events are about: `for`, `forRequest` and `run`. */
const createBindings = (
  { scope }: ServerPlatform,
  { capture, context, readRequest, onFault }: BindingParts,
): Pick<ServerTracker, 'for' | 'forRequest' | 'run'> => {
  let isScopeMissed = false;
  /**
   * The `About` objects made here. Their context is complete: the scope's must not be merged under
   * it again.
   */
  const complete = new WeakSet<About>();
  const freeze = (about: About, base: Properties): About => {
    const frozen = freezeAbout(about, base);
    complete.add(frozen);
    return frozen;
  };
  /**
   * A mistake in a call is reported, never thrown: the app's own code goes on, and its events are
   * about nobody.
   */
  const read = (verb: string, of: () => About): About => {
    try {
      return of();
    } catch (cause) {
      const message = `${verb}() could not read its first argument (${textOf(cause)}): its events are about nobody.`;
      onFault({ code: 'invalid_call', message, cause });
      return freeze({}, context);
    }
  };
  const readAbout = (verb: string, about: About): About =>
    read(verb, () => {
      if (complete.has(about)) return about;
      const scoped = scope?.getStore() as About | undefined;
      return freeze(about, scoped?.context ?? context);
    });
  const bind = (about: About): BoundVerbs => ({ ...capture(about), about });
  return {
    for: (about) => bind(readAbout('for', about)),
    forRequest: (request) => bind(read('forRequest', () => freeze(readRequest(request), context))),
    run: (about, call) => {
      if (scope) return scope.run(readAbout('run', about), call);
      const message = 'run() has no AsyncLocalStorage here: pass it as the option `scope`.';
      if (!isScopeMissed) onFault({ code: 'invalid_call', message });
      isScopeMissed = true;
      return call();
    },
  };
};

interface BindingParts {
  readonly capture: (bound?: About) => ServerVerbs;
  readonly context: Properties;
  readonly readRequest: (request: RequestLike) => About;
  readonly onFault: (fault: TrackerFault) => void;
}

/** The last step of a call: plugins, then the pipeline. */
const createAccept = (
  pipeline: ServerPipeline,
  enrich: ReturnType<typeof createServerPlugins>,
  onFault: (fault: TrackerFault) => void,
) => {
  let isClosed = false;
  return {
    close: () => {
      isClosed = true;
    },
    accept: (complete: CompleteEvent) => {
      if (isClosed) {
        const message = `${complete.type} was called after close(): make a new tracker.`;
        onFault({ code: 'invalid_call', message });
        return REFUSED;
      }
      const event = enrich(complete);
      if (event) return pipeline.accept(event);
      pipeline.filter(complete.type);
      return REFUSED;
    },
  };
};

const createEnding = (
  pipeline: ServerPipeline,
  platform: ServerPlatform,
  onClose: () => void,
): Pick<ServerTracker, 'flush' | 'close'> => {
  const flush: ServerTracker['flush'] = (options) => {
    const timeoutMs = options?.timeoutMs ?? DEFAULT_FLUSH_MS;
    const flushed = withHold(platform.hold, pipeline.flush(timeoutMs));
    // A service that ignores the promise must not end by an unhandled rejection.
    flushed.catch(() => {});
    return flushed;
  };
  const end = async (timeoutMs: number) => {
    onClose();
    await flush({ timeoutMs }).catch(() => {});
    pipeline.stop();
    platform.release();
  };
  let ended: Promise<void> | undefined;
  return {
    flush,
    close: (options) => {
      ended ??= end(options?.timeoutMs ?? DEFAULT_CLOSE_MS);
      return ended;
    },
  };
};

/** Makes a tracker from checked options. */
export const createTrackerOn = (
  platform: ServerPlatform,
  options: CommonServerOptions,
  delivery: ServerDelivery,
): ServerTracker => {
  const { onFault, onDrop } = createReports(options);
  const clock = createMonotonicClock(platform.clock);
  const { writeKey, setWriteKey } = createWriteKey(
    options.writeKey,
    () => pipeline.authorize(),
    onFault,
  );
  const namespace = namespaceIn(writeKey(), atob);

  const pipeline: ServerPipeline = createServerPipeline({
    clock,
    delivery,
    transport: platform.transport(writeKey, onFault),
    write: createWriter(createMessageIds(platform.randomBytes)),
    spool: platform.spool?.(namespace, tellOfSpool(clock, onFault)),
    hold: platform.hold,
    onDrop,
    onFault,
  });
  const context = Object.freeze({
    library_name: LIBRARY_NAME,
    library_version: LIBRARY_VERSION,
    ...toPlainProperties(options.context),
  });
  const enrich = createServerPlugins(options.plugins ?? [], onFault);
  const { accept, close } = createAccept(pipeline, enrich, onFault);
  const capture = createServerCapture({
    context,
    now: clock.now,
    writeAddress: createAddressWriter(REMEMBERED_ADDRESSES),
    scope: () => platform.scope?.getStore() as About | undefined,
    accept,
    onFault,
  });
  const readRequest = (request: RequestLike): About => {
    // The system's time, with which the browser wrote the cookie: the tracker's own clock stays
    // ahead after the system's was set back.
    const now = platform.clock.now();
    const { touch, ...identity } = readRequestIdentity(request, namespace, now);
    return { ...identity, context: readRequestContext(request, touch) };
  };

  return {
    ...capture(),
    ...createEnding(pipeline, platform, close),
    ...createBindings(platform, { capture, context, readRequest, onFault }),
    stats: pipeline.stats,
    setWriteKey,
  };
};
