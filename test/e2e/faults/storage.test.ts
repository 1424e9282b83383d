// Storage that is full, denied, hanging, or written by another version.
import { expect, it } from 'vitest';
import { eventually } from '../../support/eventually.js';
import { devtools, flush, inEngines, readStats, track } from './world.js';

/** Runs in the page: nothing more can be stored, as with a full disk. */
const fillUp = () => {
  const refuse = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  };
  IDBObjectStore.prototype.put = refuse;
  Storage.prototype.setItem = refuse;
};

/**
 * Runs in the page: all kinds of storage are denied, as in partitioned frames and private modes.
 */
const deny = () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  for (const name of ['indexedDB', 'localStorage', 'sessionStorage']) {
    Object.defineProperty(window, name, { get: refuse });
  }
  Object.defineProperty(document, 'cookie', { get: refuse, set: refuse });
};

/** Runs in the page: only IndexedDB is denied. */
const denyIndexedDb = () => {
  Object.defineProperty(window, 'indexedDB', {
    get: () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
  });
};

/** Runs in the page: IndexedDB never answers, as in Safari 14; timeouts run faster. */
const hang = () => {
  IDBFactory.prototype.open = () => ({}) as IDBOpenDBRequest;
  const wait = window.setTimeout;
  const shorter = (run: TimerHandler, delayMs = 0, ...args: unknown[]) =>
    wait(run, delayMs >= 1_500 ? delayMs / 10 : delayMs, ...args);
  window.setTimeout = shorter as typeof setTimeout;
};

/** Runs in the page: stores a queue as older versions did, whose values were plain JSON strings. */
const leaveOldQueue = async (namespace: string) => {
  const opening = indexedDB.open(`chaintrail-${namespace}`);
  opening.onupgradeneeded = () => opening.result.createObjectStore('events');
  await new Promise((resolve) => {
    opening.onsuccess = resolve;
  });
  const transaction = opening.result.transaction('events', 'readwrite');
  for (let n = 0; n < 20; n++) {
    const time = (Date.now() - 1_000 + n).toString(16).padStart(12, '0');
    const id = `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(n).padStart(12, '0')}`;
    const event = { type: 'track', event: 'step', properties: { n }, message_id: id };
    transaction.objectStore('events').put(JSON.stringify(event), `oldowner/${id}`);
  }
  await new Promise((resolve) => {
    transaction.oncomplete = resolve;
  });
  opening.result.close();
};

inEngines((world) => {
  it('continues in memory when the quota is exceeded, and reports it once', async () => {
    let failures = 2;
    world.collector.script(() => (failures-- > 0 ? 503 : 200));
    const page = await world.open({}, fillUp);
    await track(page, 100);
    await world.expectAll(100);
    // Storage may fail later than the events are delivered.
    const reported = expect.stringContaining('QuotaExceededError');
    await eventually(async () => {
      expect(await page.evaluate(() => window.dapp.faults)).toEqual([reported]);
    });
  });

  it('continues in memory when storage is denied, and reports it once', async () => {
    let failures = 2;
    world.collector.script(() => (failures-- > 0 ? 503 : 200));
    const page = await world.open({}, deny);
    await track(page, 100);
    await world.expectAll(100);
    await eventually(async () => {
      expect(await page.evaluate(() => window.dapp.faults)).toHaveLength(1);
    });
    expect(await page.evaluate(() => window.dapp.tracker.anonymousId())).toMatch(/^[-0-9a-f]{36}$/);
  });

  it('sends from a page whose IndexedDB hangs, and the rest from the next page', async () => {
    world.collector.script(() => 503);
    const page = await world.open({}, hang);
    await track(page, 100);
    await eventually(() => expect(world.collector.posts.length).toBeGreaterThan(0));
    await page.goto(world.address('/next'));
    world.collector.script(() => 200);
    await world.expectAll(100);
  });

  it('passes events to the next page in localStorage if IndexedDB is denied', async () => {
    world.collector.script(() => 503);
    const page = await world.open({}, denyIndexedDb);
    await track(page, 100);
    await eventually(() => expect(world.collector.posts.length).toBeGreaterThan(0));
    await page.goto(world.address('/next'));
    world.collector.script(() => 200);
    await world.expectAll(100);
  });

  it('sends events that an older version left', async () => {
    const page = await world.open();
    await track(page, 1, 20);
    await flush(page);
    const database = await eventually(() =>
      page.evaluate(async () => (await indexedDB.databases())[0]?.name ?? null),
    );
    await page.goto(`${world.site.url}/empty`);
    await page.evaluate(leaveOldQueue, database.replace('chaintrail-', ''));
    const next = await world.open();
    await world.expectAll(21);
    await flush(next);
    expect(await readStats(next)).toMatchObject({ recovered: 20, delivered: 20 });
  });
});

inEngines(
  (world) => {
    it('loses nothing in a browser whose quota for this origin is exhausted', async () => {
      world.collector.script(() => 503);
      const page = await world.blank();
      const { origin } = new URL(world.site.url);
      const tools = await devtools(page);
      await tools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
      await page.goto(world.address());
      await track(page, 100);
      await eventually(() => expect(world.collector.posts.length).toBeGreaterThan(1));
      world.collector.script(() => 200);
      await world.expectAll(100);
    });
  },
  ['Chromium'],
);
