// `npm run bench:ingest` sends events to the built server on loopback, and measures until they are in the table.
//   BENCH_EVENTS=1000000 npm run bench:ingest      (default 200,000)
// It compares processor time, because on a busy machine elapsed time varies too much.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { measureEngine } from './engine-rate.mjs';
import { processorSeconds } from './processor-time.mjs';

const EVENTS = Number(process.env.BENCH_EVENTS ?? 200_000);
const EVENTS_PER_BATCH = 20;
const CONNECTIONS = 64;
const WARM_UP_REQUESTS = 500;
const HERE = fileURLToPath(new URL('.', import.meta.url));
const SERVER = fileURLToPath(new URL('../../../dist/server/bin.js', import.meta.url));

/** Starts a script and waits until its output matches the pattern. */
const start = async (args, env, pattern) => {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  let output = '';
  child.stdout.setEncoding('utf8');
  for await (const text of child.stdout.iterator({ destroyOnReturn: false })) {
    output += text;
    if (pattern.test(output)) break;
  }
  child.stdout.resume();
  return { child, output };
};

const send = async (url, writeKey, requests) => {
  const options = {
    url,
    writeKey,
    requests,
    eventsPerBatch: EVENTS_PER_BATCH,
    connections: CONNECTIONS,
  };
  const child = spawn(process.execPath, [join(HERE, 'send.mjs'), JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  await once(child, 'close');
  const result = JSON.parse(output);
  if (result.other > 0) throw new Error(`${result.other} requests were not answered with 2xx.`);
  return result;
};

const total = ({ own, children }) => own + children;

const minus = (after, before) => ({
  own: after.own - before.own,
  children: after.children - before.children,
});

const stop = async (child) => {
  child.kill('SIGTERM');
  await once(child, 'exit');
};

/** Waits until all events of the journal are in the database. */
const settle = async (url) => {
  for (;;) {
    const text = await (await fetch(`${url}/metrics`)).text();
    if (/^chaintrail_journal_bytes 0$/m.test(text)) return;
    await pause(20);
  }
};

const measureEmpty = async (requests) => {
  const { child, output } = await start([join(HERE, 'empty-server.mjs')], {}, /http\S+/);
  const url = output.match(/http\S+/)[0];
  await send(url, '', WARM_UP_REQUESTS);
  const before = processorSeconds(child.pid);
  await send(url, '', requests);
  const used = total(minus(processorSeconds(child.pid), before));
  await stop(child);
  return used;
};

const measureServer = async (requests) => {
  const data = await mkdtemp(join(tmpdir(), 'chaintrail-bench-'));
  const env = { CHAINTRAIL_DATA: data, PORT: '0', HOST: '127.0.0.1', LOG: 'errors' };
  const { child, output } = await start([SERVER, 'serve'], env, /Stop with/);
  const url = output.match(/http:\/\/127\.0\.0\.1:\d+/)[0];
  const writeKey = output.match(/write key:\s*(\S+)/i)[1];
  await send(url, writeKey, WARM_UP_REQUESTS);
  await settle(url);
  const before = processorSeconds(child.pid);
  const startedAt = performance.now();
  const sent = await send(url, writeKey, requests);
  const answeredMs = performance.now() - startedAt;
  await settle(url);
  const storedMs = performance.now() - startedAt;
  const used = minus(processorSeconds(child.pid), before);
  await stop(child);
  await rm(data, { recursive: true, force: true });
  return { ...sent, answeredMs, storedMs, used };
};

const requests = Math.ceil(EVENTS / EVENTS_PER_BATCH);
const events = requests * EVENTS_PER_BATCH;
const micros = (seconds, count) => `${((seconds / count) * 1e6).toFixed(1)} us`;
const perSecond = (count, ms) => Math.round((count / ms) * 1_000).toLocaleString('en');

const files = Math.max(3, Math.round(events / 40_000));
// Measured before and after the server, because the speed of a shared machine changes within minutes.
const engineBefore = await measureEngine(files);
const empty = await measureEmpty(requests);
const server = await measureServer(requests);
const engineAfter = await measureEngine(files);
const engineRate = 2 / (1 / engineBefore + 1 / engineAfter);
const rate = events / total(server.used);

console.log(`
${events.toLocaleString('en')} events in ${requests.toLocaleString('en')} requests of ${EVENTS_PER_BATCH}, ${CONNECTIONS} connections
answered, on disk     ${perSecond(events, server.answeredMs)} events/s (p50 ${server.p50} ms, p99 ${server.p99} ms)
stored in the table   ${perSecond(events, server.storedMs)} events/s, ${(server.storedMs / 1_000).toFixed(1)} s in all
processor time        ${micros(total(server.used), events)} an event: ${micros(server.used.own, events)} the server, ${micros(server.used.children, events)} the engine
a request             ${micros(server.used.own, requests)} in the server; the framework answering 200 without work: ${micros(empty, requests)}
                      (${(server.used.own / empty).toFixed(1)} times)
rows a CPU-second     ${Math.round(rate).toLocaleString('en')}; the engine alone, NDJSON through file(): ${Math.round(engineRate).toLocaleString('en')}
                      (${(rate / engineRate).toFixed(2)} of it; the goal is 0.50)`);
process.exit(0);
