// Measures one contender in a process of its own: the time of a call, and the cost of delivering all events.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { CONTENDERS, loaderFrom } from './contenders.mjs';

const [name, settings] = process.argv.slice(2);
const { origin, dist, spool, rivals, events } = JSON.parse(settings);

/** The number of events in one turn of the event loop. */
const TURN = 100;
const WARM_UP = 5_000;

const turn = () => new Promise((resolve) => setImmediate(resolve));

const make = () =>
  CONTENDERS[name]({
    origin,
    url: `${origin}/v0/raw_events`,
    dist,
    spool,
    load: loaderFrom(rivals),
  });

/** Without `calls`, no single call is timed, so that the run measures the contender alone. */
const run = async (count, calls) => {
  const contender = await make();
  for (let index = 0; index < count; index += TURN) {
    for (let part = index; part < index + TURN; part += 1) {
      if (!calls) {
        contender.track(part);
        continue;
      }
      const before = process.hrtime.bigint();
      contender.track(part);
      calls[part] = Number(process.hrtime.bigint() - before);
    }
    await turn();
  }
  await contender.finish();
};

await run(WARM_UP);
const calls = new Float64Array(events);
await run(events, calls);
calls.sort();
await fetch(origin).then((response) => response.text());
globalThis.gc?.();

const delay = monitorEventLoopDelay({ resolution: 1 });
let peak = 0;
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 10);
watch.unref();
const rssBefore = process.memoryUsage.rss();
const cpuBefore = process.cpuUsage();
const startedAt = performance.now();
delay.enable();
await run(events);
delay.disable();
const seconds = (performance.now() - startedAt) / 1_000;
const { user, system } = process.cpuUsage(cpuBefore);
process.send({
  callNs: calls[Math.floor(events / 2)],
  call99Ns: calls[Math.floor(events * 0.99)],
  perSecond: events / seconds,
  cpuSeconds: (user + system) / events,
  peakMb: (Math.max(peak, process.memoryUsage.rss()) - rssBefore) / 1e6,
  loopDelayMs: delay.percentile(99) / 1e6,
});
process.disconnect();
// Some contenders leave timers, which would keep the process running.
process.exit(0);
