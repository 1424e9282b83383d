// How processes that track end: the tracker never keeps them alive, and stored events are not lost.
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builtFile } from '../support/built.js';
import { eventually, PATIENCE_MS } from '../support/eventually.js';
import { startNodeProcess } from '../support/node-process.js';
import {
  createTemporaryDirectory,
  type TemporaryDirectory,
} from '../support/temporary-directory.js';
import { type Collector, startCollector } from './support/collector.js';

const entry = pathToFileURL(builtFile('node/index')).href;

let collector: Collector;
let folder: TemporaryDirectory;
beforeEach(async () => {
  collector = await startCollector();
  folder = await createTemporaryDirectory();
});
afterEach(async () => {
  await collector.close();
  await folder.remove();
});

/** Runs `script` with a tracker named `tracker`, and `more` among its options. */
const start = (script: string, more = '') =>
  startNodeProcess(
    `
    const [entry, apiHost, spool] = process.argv.slice(1);
    const { createServerTracker } = await import(entry);
    const tracker = createServerTracker({ writeKey: 'key', apiHost, flushIntervalMs: 60_000, ${more} });
    ${script}
    `,
    [entry, collector.url, folder.path],
  );

const FIVE = "for (let i = 0; i < 5; i += 1) tracker.track('e' + i);";
const NAMES = ['e0', 'e1', 'e2', 'e3', 'e4'];

/** Options of a tracker that sends at SIGTERM, however long that takes on a busy machine. */
const AT_SIGTERM = `exit: { signals: ['SIGTERM'], timeoutMs: ${PATIENCE_MS} }`;

/** Starts another process on the same folder, which sends what the last one left. */
const replay = async () => {
  collector.answer = () => ({ status: 200 });
  const script = `await tracker.close({ timeoutMs: ${PATIENCE_MS} });`;
  expect(await start(script, 'spool').ended).toBe(0);
};

describe('a process with nothing else to do', () => {
  it('ends although a tracker is open', async () => {
    expect(await start('', '').ended).toBe(0);
    expect(await start('', 'spool').ended).toBe(0);
  });

  it('sends queued events before it ends, if exit.beforeExit is set', async () => {
    const script = `await tracker.track('first'); await tracker.flush(); ${FIVE}`;
    expect(await start(script, `exit: { beforeExit: true, timeoutMs: ${PATIENCE_MS} }`).ended).toBe(
      0,
    );
    expect(collector.names()).toEqual(['first', ...NAMES]);
  });

  it('ends also when the collector is down', async () => {
    collector.answer = () => ({ status: 503 });
    const more = 'exit: { beforeExit: true, timeoutMs: 200 }';
    expect(await start(FIVE, more).ended).toBe(0);
  });

  it('completes its flush and close before it ends', async () => {
    const script = `${FIVE} await tracker.flush(); ${FIVE} await tracker.close(); console.log('done');`;
    const process = start(script);
    expect(await process.nextLine()).toBe('done');
    expect(await process.ended).toBe(0);
    expect(collector.requests.flatMap(({ events }) => events)).toHaveLength(10);
  });

  it('stays alive while a call awaits room in the queue', async () => {
    let isDown = true;
    collector.answer = () => (isDown ? { status: 503 } : { status: 200 });
    const script = `
      for (let i = 0; i < 20; i += 1) {
        if (i === 8) console.log('nearly full');
        await tracker.track('e' + i);
      }
      await tracker.close();`;
    const process = start(script, "whenFull: 'await', maxQueueEvents: 10");
    await process.nextLine();
    isDown = false;
    expect(await process.ended).toBe(0);
    expect(collector.kept.size).toBe(20);
  });
});

it('close() settles calls that await room in the queue', async () => {
  collector.answer = () => ({ status: 503 });
  const script = `
    const answers = Array.from({ length: 9 }, (_, i) => tracker.track('e' + i));
    await tracker.close({ timeoutMs: 50 });
    console.log((await Promise.all(answers)).length);`;
  const process = start(script, "whenFull: 'await', maxQueueEvents: 10");
  expect(await process.nextLine()).toBe('9');
  expect(await process.ended).toBe(0);
});

describe('with the spool, accepted events survive', () => {
  it.each([
    ['process.exit', 'process.exit(0)', 0],
    ['an uncaught exception', "throw new Error('mine')", 1],
    ['an unhandled rejection', "Promise.reject(new Error('mine')); await new Promise(() => {})", 1],
    ['SIGKILL', "process.kill(process.pid, 'SIGKILL'); await new Promise(() => {})", null],
    ['the end of the script', '', 0],
  ])('%s', async (_, ending, status) => {
    collector.answer = () => ({ status: 503 });
    const process = start(`${FIVE} ${ending}`, 'spool');
    expect(await process.ended).toBe(status);
    expect(collector.kept.size).toBe(0);
    await replay();
    expect(collector.names().sort()).toEqual(NAMES);
  });

  it('an outage with more events than fit into memory', async () => {
    collector.answer = () => ({ status: 503 });
    const script = `
      const answers = [];
      for (let i = 0; i < 5_000; i += 1) answers.push(tracker.track('e' + i, { text: 'x'.repeat(300) }));
      console.log(JSON.stringify([...new Set(await Promise.all(answers))]));
      await tracker.close({ timeoutMs: 50 });`;
    const process = start(script, 'spool, maxQueueEvents: 50');
    expect(JSON.parse(await process.nextLine())).toEqual(['stored']);
    await process.ended;
    await replay();
    expect(new Set(collector.names()).size).toBe(5_000);
  });

  it('an outage that ends while the process lives', async () => {
    let isDown = true;
    collector.answer = () => (isDown ? { status: 503 } : { status: 200 });
    const script = `
      for (let i = 0; i < 2_000; i += 1) tracker.track('e' + i);
      console.log('written');
      await tracker.flush();
      console.log(JSON.stringify(tracker.stats()));`;
    const process = start(script, 'spool, maxQueueEvents: 100, maxBatchEvents: 50');
    await process.nextLine();
    isDown = false;
    expect(JSON.parse(await process.nextLine())).toMatchObject({
      accepted: 2_000,
      delivered: 2_000,
      queued: 0,
      dropped: {},
    });
    expect(await process.ended).toBe(0);
  });
});

it('the spool stays within maxBytes: the oldest are dropped and counted, and an event that is too large drops no other', async () => {
  collector.answer = () => ({ status: 503 });
  const script = `
    let drops = 0;
    const tracker2 = createServerTracker({ writeKey: 'key', apiHost, maxQueueEvents: 50,
      onDrop: () => { drops += 1; }, spool: { directory: spool, maxBytes: 200_000 } });
    for (let i = 0; i < 2_000; i += 1) tracker2.track('e' + i, { text: 'x'.repeat(100) });
    const huge = await tracker2.track('huge', { text: 'x'.repeat(300_000) });
    const { accepted, queued, dropped } = tracker2.stats();
    console.log(JSON.stringify({ huge, drops, accepted, queued, dropped: dropped.queue_full }));
    await tracker2.close({ timeoutMs: 20 });`;
  const process = start(script);
  const { huge, drops, accepted, queued, dropped } = JSON.parse(await process.nextLine());
  await process.ended;
  expect([huge, accepted, drops]).toEqual(['refused', 2_001, dropped]);
  expect(queued).toBe(accepted - dropped);
  expect(queued).toBeGreaterThan(300);
  await replay();
  expect(collector.kept.size).toBe(queued);
  expect(collector.names()).toContain('e1999');
});

describe('signals', () => {
  const WAIT = "console.log('ready'); setInterval(() => {}, 1_000);";

  it('end the process as usual when exit.signals is not set', async () => {
    const process = start(`${FIVE} ${WAIT}`, 'spool');
    await process.nextLine();
    await process.kill('SIGTERM');
    expect(await process.ended).toBe(null);
  });

  it('listed in exit.signals send queued events first, and then end the process', async () => {
    const process = start(`${WAIT} ${FIVE}`, AT_SIGTERM);
    await process.nextLine();
    await process.kill('SIGTERM');
    expect(collector.names()).toEqual(NAMES);
    expect(await process.ended).toBe(null);
  });

  it('end also process 1 of a container, for which the kernel ignores default signal actions', async () => {
    const asFirst =
      "Object.defineProperty(process, 'pid', { value: 1 }); process.kill = () => true;";
    const process = start(`${asFirst} ${WAIT} ${FIVE}`, AT_SIGTERM);
    await process.nextLine();
    globalThis.process.kill(process.pid, 'SIGTERM');
    expect(await process.ended).toBe(143);
    expect(collector.names()).toEqual(NAMES);
  });

  it('wait for all trackers of the process', async () => {
    const script = `
      createServerTracker({ writeKey: 'other', apiHost, flushIntervalMs: 60_000,
        ${AT_SIGTERM} }).track('slow');
      ${WAIT} ${FIVE}`;
    let isBusy = true;
    collector.answer = ({ events }) => {
      const status = isBusy && events.some(({ event }) => event === 'slow') ? 503 : 200;
      if (status === 503) isBusy = false;
      return { status };
    };
    const process = start(script, AT_SIGTERM);
    await process.nextLine();
    await process.kill('SIGTERM');
    expect(collector.names().sort()).toEqual([...NAMES, 'slow']);
    expect(await process.ended).toBe(null);
  });

  it('end the process at once when they come a second time', async () => {
    collector.answer = () => undefined;
    const process = start(`${WAIT} ${FIVE}`, "exit: { signals: ['SIGINT'], timeoutMs: 600_000 }");
    await process.nextLine();
    globalThis.process.kill(process.pid, 'SIGINT');
    await eventually(() => expect(collector.requests).not.toEqual([]));
    await process.kill('SIGINT');
    expect(await process.ended).toBe(null);
  });

  it('leave the spool open for events until the process ends, although the collector is down', async () => {
    const script = `
      ${WAIT} ${FIVE}
      process.on('SIGTERM', () => setTimeout(async () => {
        console.log(await tracker.track('late'));
        process.exit(7);
      }, 200));`;
    collector.answer = () => ({ status: 503 });
    const process = start(script, "exit: { signals: ['SIGTERM'] }, spool");
    await process.nextLine();
    globalThis.process.kill(process.pid, 'SIGTERM');
    expect(await process.nextLine()).toBe('stored');
    expect(await process.ended).toBe(7);
    await replay();
    expect(collector.names()).toEqual([...NAMES, 'late']);
  });

  it('send also the events of requests that the app finishes first', async () => {
    const script = `
      const timer = setInterval(() => {}, 1_000);
      process.once('SIGTERM', () => setTimeout(() => {
        tracker.track('late');
        clearInterval(timer);
      }, 200));
      console.log('ready'); ${FIVE}`;
    const process = start(script, AT_SIGTERM);
    await process.nextLine();
    await process.kill('SIGTERM');
    expect(await process.ended).toBe(0);
    expect(collector.names()).toEqual([...NAMES, 'late']);
  });

  it.each(['on', 'once'])(
    'that the app handles itself, by %s, leave the end of the process to the app',
    async (listen) => {
      // Ends some time after the events were delivered, so that the tracker could end it before.
      const script = `
        const end = () => {
          if (tracker.stats().queued > 0) setTimeout(end, 20);
          else setTimeout(() => process.exit(7), 200);
        };
        process.${listen}('SIGTERM', end); ${FIVE} ${WAIT}`;
      const process = start(script, AT_SIGTERM);
      await process.nextLine();
      await process.kill('SIGTERM');
      expect(await process.ended).toBe(7);
      expect(collector.names()).toEqual(NAMES);
    },
  );
});

it('causes no unhandled rejection when the server does not exist', async () => {
  const script = `
    process.on('unhandledRejection', (cause) => { console.log('unhandled ' + cause); process.exit(9); });
    ${FIVE}
    tracker.flush({ timeoutMs: 20 });
    await new Promise((resolve) => setTimeout(resolve, 150));
    await tracker.close({ timeoutMs: 20 });`;
  await collector.close();
  expect(await start(script).ended).toBe(0);
  collector = await startCollector();
});
