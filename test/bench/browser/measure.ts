// Measures one SDK in Chromium: what a call costs, what a burst blocks, what events weigh.
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'puppeteer-core';
import type { Sink } from './sink.js';

declare global {
  interface Window {
    readonly track: (properties: Readonly<Record<string, unknown>>) => void;
  }
}

export interface Measures {
  /** One call of `track()`. Microseconds, median. */
  readonly callMicroseconds: number;
  /** 5,000 calls in one tick, on a CPU slowed down 4 times: the calls alone. Milliseconds, median of pages. */
  readonly burstCallsMs: number;
  /** The longest task of that burst, what the calls leave behind included. Milliseconds, median of pages. */
  readonly longestTaskMs: number;
  /** All of that burst's time in tasks over 50 ms. Milliseconds. */
  readonly longTasksMs: number;
  /** Of that burst. */
  readonly arrivedOf5000: number;
  readonly heapBytesPer10000: number;
  readonly wireBytesPerEvent: number;
}

export interface Measured {
  /** Without what could not be measured. */
  readonly measures: Partial<Measures>;
  /** Why not, one sentence each. */
  readonly reasons: readonly string[];
}

interface Bench {
  readonly browser: Browser;
  readonly sink: Sink;
  readonly script: string;
}

const BURST = 5_000;
const THROTTLE = 4;
/** How long the events that fill the heap may take. */
const HEAP_MOST_MS = 15_000;
/** After this long without an arrival, what is missing will not come. */
const QUIET_MS = 10_000;
/** One measurement may wait this long for what its events leave behind. */
const ARRIVALS_MOST_MS = 30_000;
/** One measurement may take this long in all. */
const MOST_MS = 60_000;
/** A burst is over in a blink, in which a machine may do anything else: it is played in so many new pages ... */
const BURST_PAGES = 9;
/** ... unless that takes longer than this. */
const BURSTS_MOST_MS = 45_000;
/** The browser rests when all its processes together took at most so much of so long a time ... */
const REST_SHARE = 0.05;
const REST_MS = 300;
/** ... or never, beside a page that always works: then it is measured after this. */
const REST_MOST_MS = 5_000;
/** A throttle stops the page for some 10 ms when it begins. */
const THROTTLE_BEGINS_MS = 500;

/** Waits until `count` events arrived, or none arrives any more. */
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

/** Batches of 20 calls, a pause between them: the clock is too coarse for one. */
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

/** Begins in a task of its own, as from a click on a page that has loaded, and ends with the calls. */
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
 * Waits until the browser has done what follows a new page: for half a second it starts the process of the
 * next one, on the same few cores, and a burst would measure that.
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
    // A process that ended takes its time with it.
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
  // Some write their whole queue at each call, and would not be done in minutes: what fits is scaled.
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

/** A page with nothing stored: nothing that an earlier one left may be sent by it. */
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

/** Measures what can be measured, and says why the rest cannot. */
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
