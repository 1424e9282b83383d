// Measures one SDK in Chromium: the time of a call, how long a burst blocks the page, and the size of events.
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'puppeteer-core';
import type { Sink } from './sink.js';

declare global {
  interface Window {
    readonly track: (properties: Readonly<Record<string, unknown>>) => void;
  }
}

export interface Measures {
  /** The median time of one call of `track()` in microseconds. */
  readonly callMicroseconds: number;
  /** The time of 5,000 calls in one tick on a CPU slowed down 4 times: the median of all pages in milliseconds. */
  readonly burstCallsMs: number;
  /** The longest task during and after that burst: the median of all pages in milliseconds. */
  readonly longestTaskMs: number;
  /** The total time of all tasks over 50 ms during and after that burst, in milliseconds. */
  readonly longTasksMs: number;
  /** How many events of that burst arrived. */
  readonly arrivedOf5000: number;
  readonly heapBytesPer10000: number;
  readonly wireBytesPerEvent: number;
}

export interface Measured {
  /** Values that could not be measured are missing. */
  readonly measures: Partial<Measures>;
  /** One sentence for each value that could not be measured. */
  readonly reasons: readonly string[];
}

interface Bench {
  readonly browser: Browser;
  readonly sink: Sink;
  readonly script: string;
}

const BURST = 5_000;
const THROTTLE = 4;
/** The time limit for the events that fill the heap. */
const HEAP_MOST_MS = 15_000;
/** After this time without an arrival, the missing events count as lost. */
const QUIET_MS = 10_000;
/** The time limit for the arrival of all events of one measurement. */
const ARRIVALS_MOST_MS = 30_000;
/** The time limit of one whole measurement. */
const MOST_MS = 60_000;
/** A burst is so short that other work on the machine disturbs it, so it is repeated in this many new pages, */
const BURST_PAGES = 9;
/** but no new page is opened after this time. */
const BURSTS_MOST_MS = 45_000;
/** The browser is idle when all its processes together used at most this share of the CPU for REST_MS, */
const REST_SHARE = 0.05;
const REST_MS = 300;
/** A page that never stops working never lets the browser become idle, so it is measured after this time. */
const REST_MOST_MS = 5_000;
/** Starting the CPU throttle stops the page for about 10 ms, so the burst waits for this time. */
const THROTTLE_BEGINS_MS = 500;

/** Waits until `count` events have arrived, or no more arrive. */
const waitForArrivals = async (sink: Sink, count: number): Promise<void> => {
  const deadline = performance.now() + ARRIVALS_MOST_MS;
  let last = -1;
  let since = 0;
  for (;;) {
    const now = performance.now();
    const events = sink.events();
    if (events !== last) since = now;
    last = events;
    if (events >= count || now - since > QUIET_MS || now > deadline) return;
    await pause(50);
  }
};

/** Measures batches of 20 calls with pauses between them, because the clock is too coarse for one call. */
const measureCall = async (page: Page, sink: Sink) => {
  const callMicroseconds = await page.evaluate(async () => {
    const costs: number[] = [];
    for (let batch = 0; batch < 100; batch++) {
      const before = performance.now();
      for (let n = 0; n < 20; n++) {
        window.track({ n, plan: 'pro', revenue: 19.9, item: { id: 'sku-1', tags: ['a', 'b'] } });
      }
      costs.push(((performance.now() - before) * 1_000) / 20);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return costs.sort((a, b) => a - b)[50] ?? 0;
  });
  await waitForArrivals(sink, 2_000);
  if (sink.events() === 0) throw new Error('no event arrived');
  return { callMicroseconds, wireBytesPerEvent: sink.bytes() / sink.events() };
};

/** Runs the burst in a task of its own, as after a click on a loaded page, and resolves to the time of the calls. */
const runBurst = (page: Page): Promise<number> =>
  page.evaluate((count) => {
    const tasks: number[] = [];
    Object.assign(window, { tasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ entryTypes: ['longtask'] });
    return new Promise<number>((resolve) => {
      setTimeout(() => {
        const before = performance.now();
        for (let n = 0; n < count; n++) window.track({ n, plan: 'pro', revenue: 19.9 });
        resolve(performance.now() - before);
      });
    });
  }, BURST);

/**
 * Waits until the browser is idle after opening a page: for half a second it starts the process for the next
 * page on the same few cores, which would slow down the burst.
 */
const waitForRest = async (page: Page): Promise<void> => {
  const tools = await page.browser().target().createCDPSession();
  const readSeconds = async () => {
    const { processInfo } = await tools.send('SystemInfo.getProcessInfo');
    return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  };
  const deadline = performance.now() + REST_MOST_MS;
  let before = await readSeconds();
  while (performance.now() < deadline) {
    await pause(REST_MS);
    const now = await readSeconds();
    // When a process ends, its time is missing from the sum, which then goes down.
    if (now >= before && (now - before) * 1_000 <= REST_MS * REST_SHARE) break;
    before = now;
  }
  await tools.detach();
};

const measureBurst = async (page: Page, sink: Sink) => {
  const tools = await page.createCDPSession();
  await waitForRest(page);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
  await pause(THROTTLE_BEGINS_MS);
  const burstCallsMs = await runBurst(page);
  await waitForArrivals(sink, BURST);
  const tasks = await page.evaluate(() => (window as unknown as { tasks: number[] }).tasks);
  return {
    burstCallsMs,
    longestTaskMs: Math.max(burstCallsMs, ...tasks),
    longTasksMs: tasks.reduce((sum, duration) => sum + duration, 0),
    arrivedOf5000: sink.events(),
  };
};

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const measureBursts = async (bench: Bench) => {
  const bursts: Awaited<ReturnType<typeof measureBurst>>[] = [];
  const end = performance.now() + BURSTS_MOST_MS;
  while (bursts.length < BURST_PAGES && performance.now() < end) {
    bursts.push(await inNewPage(bench, measureBurst));
  }
  return {
    burstCallsMs: medianOf(bursts.map((burst) => burst.burstCallsMs)),
    longestTaskMs: medianOf(bursts.map((burst) => burst.longestTaskMs)),
    longTasksMs: medianOf(bursts.map((burst) => burst.longTasksMs)),
    arrivedOf5000: Math.min(...bursts.map((burst) => burst.arrivedOf5000)),
  };
};

const measureHeap = async (page: Page) => {
  await page.setOfflineMode(true);
  const tools = await page.createCDPSession();
  const readHeap = async () => {
    await tools.send('HeapProfiler.collectGarbage');
    return (await tools.send('Runtime.getHeapUsage')).usedSize;
  };
  const before = await readHeap();
  // Some SDKs write their whole queue at each call, which would take minutes, so a smaller count is scaled up.
  const tracked = await page.evaluate(async (mostMs) => {
    const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    const end = performance.now() + mostMs;
    let n = 0;
    while (n < 10_000 && performance.now() < end) {
      window.track({ n, plan: 'pro', revenue: 19.9 });
      n += 1;
      if (n % 100 === 0) await wait(5);
    }
    await wait(1_000);
    return n;
  }, HEAP_MOST_MS);
  return { heapBytesPer10000: (((await readHeap()) - before) * 10_000) / tracked };
};

const openPage = async (page: Page, sink: Sink): Promise<Page> => {
  await page.goto(sink.url);
  await page.waitForFunction(() => typeof window.track === 'function', { timeout: 20_000 });
  return page;
};

/** Opens a page with an empty profile, so that it does not send events that an earlier page has stored. */
const inNewPage = async <T>(
  { browser, sink, script }: Bench,
  run: (page: Page, sink: Sink) => Promise<T>,
): Promise<T> => {
  sink.reset(script);
  const context = await browser.createBrowserContext();
  const stop = new AbortController();
  const tooLate = pause(MOST_MS, undefined, stop).then(() => {
    throw new Error(`not done in ${MOST_MS / 1_000} s, ${sink.events()} events arrived`);
  });
  try {
    const done = context.newPage().then(async (page) => run(await openPage(page, sink), sink));
    return await Promise.race([done, tooLate]);
  } finally {
    stop.abort();
    await context.close();
  }
};

/** Measures everything that can be measured, and gives the reasons for the rest. */
export const measure = async (bench: Bench): Promise<Measured> => {
  let measures: Partial<Measures> = {};
  const reasons: string[] = [];
  for (const [what, run] of [
    ['a call', () => inNewPage(bench, measureCall)],
    ['5,000 calls', () => measureBursts(bench)],
    ['the heap', () => inNewPage(bench, measureHeap)],
  ] as const) {
    try {
      measures = { ...measures, ...(await run()) };
    } catch (error) {
      reasons.push(`${what}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return { measures, reasons };
};
