// Fakes of the tracker's ports: a clock moved by hand, a server with scripted answers, a disk that
// can fail.
import { createCoreTracker } from '../../src/core/create-core-tracker.js';
import type {
  Clock,
  EventStore,
  KeyValue,
  Lifecycle,
  Ports,
  QueuedEvent,
  SendResult,
  Transport,
} from '../../src/core/ports.js';
import type { DroppedEvent, TrackerFault, TrackerOptions } from '../../src/core/tracker-types.js';

export const START = Date.UTC(2026, 0, 1);

/** Waits until every promise that can settle has settled. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export interface HandClock extends Clock {
  /** Runs what becomes due within `ms`, in order, and lets promises settle in between. */
  turn(ms: number): Promise<void>;
  /** Sets the system's time without letting time pass. */
  set(now: number): void;
  readonly planned: () => number;
}

export const createHandClock = (start = START): HandClock => {
  let now = start;
  let elapsed = 0;
  let count = 0;
  const plans = new Map<number, { readonly due: number; readonly run: () => void }>();
  const next = (until: number) =>
    [...plans]
      .filter(([, plan]) => plan.due <= until)
      .sort((a, b) => a[1].due - b[1].due || a[0] - b[0])[0];
  return {
    now: () => now,
    after: (delayMs, run) => {
      const id = count++;
      plans.set(id, { due: elapsed + delayMs, run });
      return () => void plans.delete(id);
    },
    set: (value) => {
      now = value;
    },
    planned: () => plans.size,
    turn: async (ms) => {
      const until = elapsed + ms;
      await settle();
      for (let plan = next(until); plan; plan = next(until)) {
        const [id, { due, run }] = plan;
        plans.delete(id);
        now += due - elapsed;
        elapsed = due;
        run();
        await settle();
      }
      now += until - elapsed;
      elapsed = until;
    },
  };
};

/** A disk shared by successive stores: its content survives a crash. */
export interface Disk {
  readonly events: Map<string, QueuedEvent>;
  isBroken: boolean;
}

export const createDisk = (): Disk => ({ events: new Map(), isBroken: false });

/** A store on `disk`. A second store on the same disk stands for the page after a crash. */
export const createFakeStore = (disk: Disk): EventStore => {
  const own = new Set<string>();
  const check = async () => {
    if (disk.isBroken) throw new Error('the disk is broken');
  };
  return {
    append: async (events) => {
      await check();
      for (const event of events) {
        own.add(event.id);
        disk.events.set(event.id, event);
      }
    },
    take: async (limit, keep = 0) => {
      await check();
      const left = [...disk.events.values()].filter(({ id }) => !own.has(id));
      const taken = left
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, Math.max(0, Math.min(limit, left.length - keep)));
      for (const { id } of taken) own.add(id);
      return taken;
    },
    acknowledge: async (ids) => {
      await check();
      for (const id of ids) disk.events.delete(id);
    },
    size: async () => disk.events.size,
  };
};

export interface SentEvent {
  readonly message_id: string;
  readonly event: string | null;
  readonly sent_at: string;
  readonly [key: string]: unknown;
}

export type Answer = (
  events: readonly SentEvent[],
  body: string,
) => SendResult | Promise<SendResult>;

export interface FakeServer {
  readonly requests: (readonly SentEvent[])[];
  lastRequests: number;
  /** The events that the server stored, one for each message id. */
  readonly kept: Map<string, SentEvent>;
  answer: Answer;
  readonly transport: Transport;
  readonly names: () => (string | null)[];
}

/** A server that gives the answers set in `answer` and remembers what it was sent. */
export const createFakeServer = (): FakeServer => {
  const server: FakeServer = {
    requests: [],
    lastRequests: 0,
    kept: new Map(),
    answer: () => ({ kind: 'delivered' }),
    transport: {
      send: async (bodyNow, { last }) => {
        const body = bodyNow();
        const events = JSON.parse(body) as SentEvent[];
        server.requests.push(events);
        if (last) server.lastRequests += 1;
        const result = await server.answer(events, body);
        if (result.kind === 'delivered')
          for (const event of events) server.kept.set(event.message_id, event);
        return result;
      },
    },
    names: () => [...server.kept.values()].map(({ event }) => event),
  };
  return server;
};

export const createFakeKeyValue = (values = new Map<string, string>()): KeyValue => ({
  get: (key) => values.get(key) ?? null,
  set: (key, value) => void values.set(key, value),
  remove: (key) => void values.delete(key),
});

export interface FakePage {
  isOnline: boolean;
  readonly lifecycle: Lifecycle;
  readonly hide: (leaving: boolean) => void;
  readonly show: () => void;
  readonly online: () => void;
}

export const createFakeLifecycle = (): FakePage => {
  const runs = {
    hide: new Set<(leaving: boolean) => void>(),
    show: new Set<() => void>(),
    online: new Set<() => void>(),
  };
  const listen = <T>(set: Set<T>, run: T) => {
    set.add(run);
    return () => void set.delete(run);
  };
  const page: FakePage = {
    isOnline: true,
    lifecycle: {
      onHide: (run) => listen(runs.hide, run),
      onShow: (run) => listen(runs.show, run),
      onOnline: (run) => listen(runs.online, run),
      isOnline: () => page.isOnline,
    },
    hide: (leaving: boolean) => {
      for (const run of runs.hide) run(leaving);
    },
    show: () => {
      for (const run of runs.show) run();
    },
    online: () => {
      page.isOnline = true;
      for (const run of runs.online) run();
    },
  };
  return page;
};

let seed = 1;
/** Differ at each call, and are the same in each run of the tests. */
const countingBytes = (count: number) =>
  Uint8Array.from({ length: count }, () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed & 0xff;
  });

export interface World {
  readonly clock: HandClock;
  readonly disk: Disk;
  readonly values: Map<string, string>;
  readonly server: FakeServer;
}

export const createWorld = (): World => ({
  clock: createHandClock(),
  disk: createDisk(),
  values: new Map(),
  server: createFakeServer(),
});

/** Opens a page of `world`: a tracker, with the drops and faults that it reported to the app. */
export const openPage = (
  world: World,
  options: Partial<TrackerOptions> = {},
  ports: Partial<Ports> = {},
) => {
  const page = createFakeLifecycle();
  const drops: DroppedEvent[] = [];
  const faults: TrackerFault[] = [];
  const context = Object.freeze({ page_url: 'https://dapp.example/swap', page_path: '/swap' });
  const tracker = createCoreTracker(
    {
      writeKey: 'write-key',
      apiHost: 'https://events.example',
      onDrop: (event) => drops.push(event),
      onError: (fault) => faults.push(fault),
      ...options,
    },
    {
      store: createFakeStore(world.disk),
      keyValue: createFakeKeyValue(world.values),
      transport: world.server.transport,
      clock: world.clock,
      lifecycle: page.lifecycle,
      randomBytes: countingBytes,
      readContext: () => context,
      ...ports,
    },
  );
  return { tracker, page, drops, faults };
};
