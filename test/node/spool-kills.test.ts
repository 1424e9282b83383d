// Processes killed at random moments while they write to one spool: no accepted event may be lost.
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { builtFile } from '../support/built.js';
import { createCleanup } from '../support/cleanup.js';
import { startNodeProcess } from '../support/node-process.js';
import { createTemporaryDirectory } from '../support/temporary-directory.js';
import { startCollector } from './support/collector.js';

const KILLS = 100;
const AT_ONCE = 4;
const MOST_MS = 60;

/** Tracks as fast as it can, and prints the names of events in batches once they are accepted. */
const WRITER = `
const [entry, apiHost, spool, name] = process.argv.slice(1);
const { createServerTracker } = await import(entry);
const tracker = createServerTracker({ writeKey: 'key', apiHost, spool, flushAt: 50, flushIntervalMs: 5,
  maxQueueEvents: 200, concurrency: 3 });
const { writeSync } = await import('node:fs');
writeSync(1, 'ready\\n');
for (let index = 0; ; index += 1) {
  const names = [];
  for (let part = 0; part < 10; part += 1) {
    const event = name + '-' + index + '-' + part;
    const accepted = tracker.track(event, { text: 'x'.repeat(index % 400) });
    names.push([event, accepted]);
  }
  for (const [event, accepted] of names) if ((await accepted) === 'stored') writeSync(1, event + '\\n');
  await new Promise((resolve) => setImmediate(resolve));
}
`;

const DRAINER = `
const [entry, apiHost, spool] = process.argv.slice(1);
const { createServerTracker } = await import(entry);
const tracker = createServerTracker({ writeKey: 'key', apiHost, spool });
await tracker.flush();
await tracker.close();
console.log(JSON.stringify(tracker.stats()));
`;

const cleanUp = createCleanup();

it(`loses nothing in ${KILLS} kills, with several processes at once, outages and restarts`, async () => {
  const entry = pathToFileURL(builtFile('node/index')).href;
  const folder = await createTemporaryDirectory();
  cleanUp(folder.remove);
  const collector = await startCollector();
  cleanUp(collector.close);
  // The collector is down for every third millisecond.
  collector.answer = ({ at }) => (Math.floor(at) % 3 === 0 ? { status: 503 } : { status: 200 });

  const accepted: string[] = [];
  const live = async (name: string) => {
    const writer = startNodeProcess(WRITER, [entry, collector.url, folder.path, name]);
    await writer.nextLine();
    await new Promise((resolve) => setTimeout(resolve, Math.random() * MOST_MS));
    await writer.kill('SIGKILL');
    accepted.push(...writer.drain());
  };
  for (let count = 0; count < KILLS; count += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => live(`p${count + index}`)));
  }
  collector.answer = () => ({ status: 200 });
  const drainer = startNodeProcess(DRAINER, [entry, collector.url, folder.path]);
  const stats = JSON.parse(await drainer.nextLine());
  expect(await drainer.ended).toBe(0);

  expect(accepted.length).toBeGreaterThan(KILLS);
  const kept = new Set(collector.names());
  expect(accepted.filter((name) => !kept.has(name))).toEqual([]);
  expect(stats.queued).toBe(0);
});
