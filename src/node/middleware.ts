// Small middleware for servers, so that each event recorded in a request is about that request's
// visitor.
import { callApp } from '../core/plugins.js';
import type { RequestLike } from './request/request-like.js';
import type { BoundVerbs, ServerTracker } from './server-tracker-types.js';

type Scoping = Pick<ServerTracker, 'forRequest' | 'run'>;
type Flushing = Scoping & Pick<ServerTracker, 'flush'>;

/** Answers the function that runs a call so that its events are about the request's visitor. */
const scopeOf = (tracker: Scoping, request: RequestLike) => {
  const { about } = tracker.forRequest(request);
  return <T>(call: () => T): T => tracker.run(about, call);
};

/** For Express and Connect: `app.use(expressTracking(tracker))`, before any body parser. */
export const expressTracking =
  (tracker: Scoping) =>
  (
    // Written here, so that the declarations of an app that exports its middleware can name it.
    request: RequestLike & { emit?: ((...event: never[]) => unknown) | undefined },
    _response: unknown,
    next: () => void,
  ): void => {
    const within = scopeOf(tracker, request);
    const { emit } = request;
    // Body parsers go on from an event of the request, which comes from its socket: outside of any scope.
    if (emit) request.emit = (...event) => within(() => emit.apply(request, event));
    within(next);
  };

/** The part of a Fastify instance that is used. */
export interface FastifyLike {
  addHook(
    name: 'onRequest',
    hook: (request: RequestLike, reply: unknown, done: () => void) => void,
  ): unknown;
}

/** For Fastify: `app.register(fastifyTracking(tracker))`; counts for the whole app. */
export const fastifyTracking = (tracker: Scoping) => {
  const plugin = (app: FastifyLike, _options: unknown, done: () => void): void => {
    app.addHook('onRequest', (request, _reply, next) => scopeOf(tracker, request)(next));
    done();
  };
  // The mark that fastify-plugin sets: without it the hook would count for the plugin's own routes
  // alone.
  return Object.assign(plugin, { [Symbol.for('skip-override')]: true });
};

/** The part of Hono's context that is used. */
export interface HonoLike {
  readonly req: { readonly raw: RequestLike };
  set(key: 'tracker', value: BoundVerbs): void;
  /** Throws where the runtime has none. */
  readonly executionCtx: { waitUntil(work: Promise<unknown>): void };
}

/**
 * For Hono: `app.use(honoTracking(tracker))`. Handlers also find the visitor's verbs in
 * `context.get('tracker')`. On an edge runtime the request's events are sent before it ends. On Cloudflare
 * Workers make a tracker in each request:
 * `app.use((context, next) => honoTracking(createServerTracker({ ... }))(context, next))`.
 */
export const honoTracking =
  (tracker: Flushing) =>
  async (context: HonoLike, next: () => Promise<void>): Promise<void> => {
    const verbs = tracker.forRequest(context.req.raw);
    context.set('tracker', verbs);
    try {
      await tracker.run(verbs.about, next);
    } finally {
      callApp(() => {
        const { executionCtx } = context;
        executionCtx.waitUntil(tracker.flush().catch(() => {}));
      });
    }
  };

export interface NextTrackingOptions {
  /** `after` of `next/server`, or `waitUntil` of `@vercel/functions`: sends before the function freezes. */
  readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined;
}

/** For route handlers of Next: `export const POST = nextTracking(tracker, async (request) => ...)`. */
export const nextTracking =
  <Request extends RequestLike, Rest extends readonly unknown[], Answer>(
    tracker: Flushing,
    handler: (request: Request, ...rest: Rest) => Answer,
    options: NextTrackingOptions = {},
  ) =>
  async (request: Request, ...rest: Rest): Promise<Awaited<Answer>> => {
    try {
      return await scopeOf(tracker, request)(() => handler(request, ...rest));
    } finally {
      // `after` throws outside of a request, as where an app's test calls its handler.
      callApp(() => options.waitUntil?.(tracker.flush().catch(() => {})));
    }
  };
