// Several tabs of one site, each hidden, kept for going back or gone at any moment: together they lose no event.
import { IDBFactory } from 'fake-indexeddb';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { createIndexedDbStore } from '../../src/browser/indexed-db-store.js';
import { createOneSender } from '../../src/browser/one-sender.js';
import type { SendResult } from '../../src/core/ports.js';
import { createWorld, openPage, settle } from '../core/fakes.js';
import { createFakeLifecycle } from './fakes/lifecycle.js';
import { createFakeLockSpace } from './fakes/locks.js';
import { createFakeStorage } from './fakes/storage.js';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const tabs = fc.nat(3);
const steps = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('track' as const),
      tab: tabs,
      count: fc.integer({ min: 1, max: 8 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('turn' as const), ms: fc.nat(8_000) }) },
  fc.record({ kind: fc.constant('hide' as const), tab: tabs }),
  fc.record({ kind: fc.constant('leave' as const), tab: tabs }),
  fc.record({ kind: fc.constant('show' as const), tab: tabs }),
  fc.record({ kind: fc.constant('gone' as const), tab: tabs }),
  fc.record({ kind: fc.constant('slow' as const), ms: fc.nat(12_000) }),
  fc.record({
    kind: fc.constant('answer' as const),
    answer: fc.oneof(
      fc.constant<SendResult>({ kind: 'delivered' }),
      fc.constant<SendResult>({ kind: 'retry' }),
      fc
        .integer({ min: 20_000, max: 120_000 })
        .map((afterMs): SendResult => ({ kind: 'retry', afterMs })),
    ),
  }),
);

let round = 0;
/** Tabs of one site, whose server answers after `slowMs`. */
const openSite = () => {
  const world = createWorld();
  const server = { slowMs: 0, waitUntil: 0, early: 0 };
  const never = new Promise<never>(() => {});
  const send = async (
    body: () => string,
    isLast: boolean,
    isGone: () => boolean,
  ): Promise<SendResult> => {
    if (isGone()) return never;
    if (!isLast && world.clock.now() < server.waitUntil) server.early += 1;
    const result = await world.server.transport.send(body, { last: isLast });
    if (server.slowMs > 0) {
      await new Promise<void>((resolve) => world.clock.after(server.slowMs, resolve));
    }
    if (isGone()) return never;
    if (result.kind === 'retry' && result.afterMs) {
      const until = Math.floor(world.clock.now()) + result.afterMs;
      // Of a page's last request only its own tab hears, for which the latest wish counts.
      server.waitUntil = isLast ? Math.min(server.waitUntil, until) : until;
    }
    return result;
  };
  const space = createFakeLockSpace();
  const storage = createFakeStorage();
  const namespace = `site${round++}`;
  let owners = 0;
  const openTab = () => {
    const { locks, crash } = space.openPage();
    const lifecycle = createFakeLifecycle();
    let isGone = false;
    const clock = {
      now: () => Math.floor(world.clock.now()),
      after: (ms: number, run: () => void) => world.clock.after(ms, () => isGone || run()),
    };
    const store = createIndexedDbStore({
      namespace,
      owner: `o${owners++}`,
      locks,
      lifecycle,
      storage,
    });
    const transport = createOneSender(
      { send: (body, { last }) => send(body, last, () => isGone) },
      { namespace, locks, storage, clock, lifecycle },
    );
    const { tracker } = openPage(world, {}, { store, transport, clock, lifecycle });
    return {
      tracker,
      lifecycle,
      gone: () => {
        lifecycle.hide(true);
        isGone = true;
        crash();
      },
    };
  };
  return { world, openTab, storage, server };
};
const pass = async () => {
  for (let n = 0; n < 30; n++) await settle();
};

test('tabs together lose no event, and send none before the server wishes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 10, maxLength: 40 }), async (plan) => {
      const { world, openTab, storage, server } = openSite();
      let answer: SendResult = { kind: 'delivered' };
      world.server.answer = () => answer;
      const open = [0, 1, 2, 3].map(openTab);
      let count = 0;
      for (const step of plan) {
        const tab = 'tab' in step ? open[step.tab] : undefined;
        if (step.kind === 'track')
          for (let n = 0; n < step.count; n++) tab?.tracker.track(String(count++));
        else if (step.kind === 'turn') {
          await world.clock.turn(step.ms);
          await pass();
        } else if (step.kind === 'answer') answer = step.answer;
        else if (step.kind === 'slow') server.slowMs = step.ms;
        else if (step.kind === 'hide') tab?.lifecycle.hide(false);
        else if (step.kind === 'leave') tab?.lifecycle.hide(true);
        else if (step.kind === 'show') tab?.lifecycle.show();
        else {
          tab?.gone();
          open[step.tab] = openTab();
        }
        await pass();
      }
      answer = { kind: 'delivered' };
      server.slowMs = 0;
      for (const tab of open) tab.lifecycle.show();
      for (let n = 0; n < 20; n++) {
        await world.clock.turn(20_000);
        await pass();
      }
      const kept = [...world.server.kept.values()]
        .map(({ event }) => Number(event))
        .sort((a, b) => a - b);
      expect(server.early).toBe(0);
      expect(kept).toEqual(Array.from({ length: count }, (_, n) => n));
      for (const { tracker } of open) expect(tracker.stats()).toMatchObject({ queued: 0 });
      expect(Object.keys(storage).filter((key) => key.includes('journal'))).toEqual([]);
      await Promise.all(
        open.map(({ tracker }) => {
          const done = tracker.close();
          void world.clock.turn(6_000);
          return done;
        }),
      );
    }),
    { numRuns: 60, seed: 1 },
  );
}, 400_000);
