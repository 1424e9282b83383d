// A tracker for an app's own tests: the real one, with its time, network and storage in memory.
import { createCoreTracker } from '../core/create-core-tracker.js';
import { createMemoryEventStore } from '../core/memory-event-store.js';
import { createMemoryKeyValue } from '../core/memory-key-value.js';
import type { RandomBytes } from '../core/ports.js';
import type { Tracker, TrackerOptions } from '../core/tracker-types.js';
import { createHandClock, type TestClock } from './hand-clock.js';
import { createTestServer, type TestEvent, type TestServer } from './test-server.js';

/** A fixed time, so that a test's times are the same in each run. */
const START_AT = Date.UTC(2026, 0, 1);

/**
 * The options of any tracker, none of them required (`flushAt` is 1 by default), and those of a
 * test.
 */
export interface TestTrackerOptions extends Partial<TrackerOptions> {
  /** When the test's time begins. Milliseconds since 1970, default 2026-01-01T00:00:00Z. */
  readonly startAt?: number | undefined;
  /** What each event says about its page. Default: that it is `https://dapp.test/`. */
  readonly context?: Readonly<Record<string, unknown>> | undefined;
}

export interface WaitOptions {
  /** Real milliseconds until it gives up. Default 1,000. */
  readonly timeoutMs?: number | undefined;
}

/** A tracker with what a test looks at and steers. */
export interface TestTracker extends Pick<TestServer, 'failNext'> {
  /** Hand this to the app under test. */
  readonly tracker: Tracker;
  /**
   * What has arrived at the server so far, each event once, in the order of the calls. An event is
   * there as soon as its call has returned.
   */
  events(): readonly TestEvent[];
  /** The first event with this name (or, without a name, of this type), as soon as it has arrived. */
  waitFor(event: string, options?: WaitOptions): Promise<TestEvent>;
  /** The tracker's time: sessions, retries and pauses wait until it is turned. */
  readonly clock: TestClock;
}

/** Pseudo-random bytes, in the same sequence in each run. */
const createCountingBytes = (): RandomBytes => {
  let seed = 1;
  const next = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed & 0xff;
  };
  return (count) => Uint8Array.from({ length: count }, next);
};

const nameOf = ({ event, type }: TestEvent) => event ?? type;

const createWaitFor =
  (server: TestServer): TestTracker['waitFor'] =>
  (wanted, { timeoutMs = 1_000 } = {}) =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = server.events().find((event) => nameOf(event) === wanted);
        if (!found) return;
        clearTimeout(timer);
        stop();
        resolve(found);
      };
      const stop = server.onArrival(look);
      const timer = setTimeout(() => {
        stop();
        const arrived = server.events().map(nameOf).join(', ') || 'nothing';
        reject(new Error(`No "${wanted}" within ${timeoutMs} ms. There arrived: ${arrived}.`));
      }, timeoutMs);
      look();
    });

/**
 * Makes a tracker whose events a test can read. It is the same code as in production: plugins run,
 * values are made to fit, and failed requests are retried when the test turns the clock.
 *
 * @throws TrackerError when an option is wrong
 */
export const createTestTracker = (options: TestTrackerOptions = {}): TestTracker => {
  const { startAt = START_AT, context, ...trackerOptions } = options;
  const clock = createHandClock(startAt);
  const server = createTestServer();
  const hides = new Set<(leaving: boolean) => void>();
  const never = () => () => {};
  const store = createMemoryEventStore();
  const page = context ?? { page_url: 'https://dapp.test/', page_path: '/' };

  const tracker = createCoreTracker(
    { writeKey: 'test', apiHost: 'https://events.test', flushAt: 1, ...trackerOptions },
    {
      // A page that is hidden saves all events, in the order of the calls, before it sends as many as
      // fit into a request.
      store: {
        ...store,
        append: (events) => {
          server.accept(events);
          return store.append(events);
        },
        appendNow: (events) => {
          server.accept(events);
          return true;
        },
      },
      keyValue: createMemoryKeyValue(),
      transport: server.transport,
      clock,
      lifecycle: {
        onHide: (run) => {
          hides.add(run);
          return () => void hides.delete(run);
        },
        onShow: never,
        onOnline: never,
        isOnline: () => true,
      },
      randomBytes: createCountingBytes(),
      readContext: () => page,
    },
  );
  return {
    tracker,
    events: () => {
      // Tells the tracker that the page is hidden, which makes it send at once. Repeated while
      // events arrive, since one such request has a bounded size.
      for (let before = -1; before < server.events().length; ) {
        before = server.events().length;
        for (const hide of [...hides]) hide(false);
      }
      return server.events();
    },
    waitFor: createWaitFor(server),
    failNext: server.failNext,
    clock: { now: clock.now, turn: clock.turn },
  };
};
