// Tabs of one origin take turns to send to the server.
import { describe, expect, test } from 'vitest';
import { createOneSender } from '../../src/browser/one-sender.js';
import type { SendResult } from '../../src/core/ports.js';
import { createHandClock } from '../core/fakes.js';
import { createFakeLifecycle } from './fakes/lifecycle.js';
import { createFakeLockSpace } from './fakes/locks.js';
import { createFakeStorage } from './fakes/storage.js';

interface Sending {
  readonly last: boolean;
}
const notLast: Sending = { last: false };
/** After a Retry-After, the tab keeps its turn for this long, so that all tabs learn of it. */
const SPREAD_MS = 500;
/**
 * The stored pause: its start, its length, the number of failures, and whether the server asked for
 * it.
 */
const PAUSE = 'chaintrail-x-pause';

interface Request extends Sending {
  readonly body: string;
  answer(result: SendResult): void;
}

/** An origin whose tabs send to a server that answers when the test says so. */
const createOrigin = ({ hasLocks = true, hasStorage = true } = {}) => {
  const clock = createHandClock();
  const space = createFakeLockSpace();
  const storage = hasStorage ? createFakeStorage() : undefined;
  const requests: Request[] = [];
  const transport = {
    send: (body: () => string, { last }: Sending) =>
      new Promise<SendResult>((resolve) => requests.push({ body: body(), last, answer: resolve })),
  };
  const openTab = () => {
    const page = space.openPage();
    const lifecycle = createFakeLifecycle();
    const locks = hasLocks ? page.locks : undefined;
    const sender = createOneSender(transport, { namespace: 'x', locks, storage, clock, lifecycle });
    const send = (body: string, sending: Sending) => sender.send(() => body, sending);
    return { ...sender, send, sendFrom: sender.send, lifecycle, crash: page.crash };
  };
  return { clock, requests, openTab, space, storage };
};

test('tabs send one after another, and store nothing while requests succeed', async () => {
  const { openTab, requests, clock, storage } = createOrigin();
  const tab = openTab();
  tab.lifecycle.goOnline();
  const first = tab.send('a', notLast);
  const second = openTab().send('b', notLast);
  await clock.turn(0);
  expect(requests).toMatchObject([{ body: 'a', ...notLast }]);
  requests[0]?.answer({ kind: 'delivered' });
  expect(await first).toEqual({ kind: 'delivered' });
  await clock.turn(0);
  expect(requests.map(({ body }) => body)).toEqual(['a', 'b']);
  requests[1]?.answer({ kind: 'tooLarge' });
  expect(await second).toEqual({ kind: 'tooLarge' });
  expect(Object.keys(storage ?? {})).toEqual([]);
});

test('without Web Locks tabs do not wait for each other', async () => {
  const { openTab, requests } = createOrigin({ hasLocks: false });
  const tab = openTab();
  const sent = tab.send('a', notLast);
  void openTab().send('b', notLast);
  expect(requests).toMatchObject([notLast, notLast]);
  requests[0]?.answer({ kind: 'delivered' });
  expect(await sent).toEqual({ kind: 'delivered' });
  tab.stop();
  expect(tab.lifecycle.listeners()).toBe(0);
});

test('a batch bears the time of its turn, not of the wait for it', async () => {
  const { openTab, requests, clock } = createOrigin();
  const sentAt = () => String(clock.now());
  void openTab().sendFrom(sentAt, notLast);
  await clock.turn(0);
  void openTab().sendFrom(sentAt, notLast);
  await clock.turn(20_000);
  requests[0]?.answer({ kind: 'delivered' });
  await clock.turn(0);
  const [first, second] = requests.map(({ body }) => Number(body));
  expect(second).toBe(Number(first) + 20_000);
});

test('the last request of a page does not wait for its turn', () => {
  const { openTab, requests } = createOrigin();
  const tab = openTab();
  void tab.send('a', notLast);
  void openTab().send('b', { last: true });
  expect(requests).toMatchObject([{ body: 'b', last: true }]);
});

/** Many tabs try to send at once; the first request gets `answer`. */
const pauseBy = async (answer: SendResult, tabs = 20) => {
  const origin = createOrigin();
  const results = Array.from({ length: tabs }, () => origin.openTab()).map((tab) =>
    tab.send('a', notLast),
  );
  await origin.clock.turn(0);
  origin.requests[0]?.answer(answer);
  await origin.clock.turn(SPREAD_MS);
  const [own, ...others] = await Promise.all(results);
  return { ...origin, own, others };
};

describe('a pause', () => {
  test('that the server asked for applies to all tabs, to the millisecond', async () => {
    const { requests, own, others, openTab, clock } = await pauseBy({
      kind: 'retry',
      afterMs: 7_000,
    });
    expect(requests).toHaveLength(1);
    expect(own).toEqual({ kind: 'retry', afterMs: 7_000 });
    const afterMs = 7_000 - SPREAD_MS;
    expect(others).toEqual(Array(19).fill({ kind: 'retry', afterMs }));

    await clock.turn(afterMs - 1);
    expect(await openTab().send('b', notLast)).toEqual({ kind: 'retry', afterMs: 1 });
    await clock.turn(1);
    void openTab().send('b', notLast);
    await clock.turn(0);
    expect(requests).toHaveLength(2);
  });

  test('that the server asked for is known to every tab before the next one may try', async () => {
    const { openTab, requests, clock } = createOrigin();
    const first = openTab().send('a', notLast);
    const second = openTab().send('b', notLast);
    let isSecondAnswered = false;
    void second.then(() => {
      isSecondAnswered = true;
    });
    await clock.turn(0);
    requests[0]?.answer({ kind: 'retry', afterMs: 7_000 });
    expect(await first).toEqual({ kind: 'retry', afterMs: 7_000 });
    await clock.turn(SPREAD_MS - 1);
    expect(isSecondAnswered).toBe(false);
    await clock.turn(1);
    expect(isSecondAnswered).toBe(true);
  });

  test('applies to a tab whose clock is slightly behind', async () => {
    const { openTab, requests, clock } = await pauseBy({ kind: 'retry', afterMs: 7_000 }, 1);
    clock.set(clock.now() - SPREAD_MS - 3);
    expect(await openTab().send('b', notLast)).toEqual({ kind: 'retry', afterMs: 7_000 });
    expect(requests).toHaveLength(1);
  });

  test('after a failure keeps the other tabs from trying', async () => {
    const { requests, others } = await pauseBy({ kind: 'retry' });
    expect(requests).toHaveLength(1);
    expect(others).toEqual(Array(19).fill({ kind: 'retry' }));
  });

  test('after a failure does not stop the tab that failed, whose tracker backs off itself', async () => {
    const { openTab, requests, clock } = createOrigin();
    const tab = openTab();
    for (const count of [1, 2]) {
      const sent = tab.send('a', notLast);
      await clock.turn(0);
      expect(requests).toHaveLength(count);
      requests.at(-1)?.answer({ kind: 'retry' });
      await sent;
    }
  });

  test('after a failure grows with each failure, and ends for all tabs when one request succeeds', async () => {
    const { openTab, requests, clock, storage } = createOrigin();
    const tab = openTab();
    const send = async (result: SendResult) => {
      const sent = tab.send('a', notLast);
      await clock.turn(0);
      requests.at(-1)?.answer(result);
      expect(await sent).toEqual(result);
    };
    await send({ kind: 'retry' });
    // The length of a pause is random, so the test sets it.
    storage?.setItem(PAUSE, `${clock.now()}|60000|3|0`);
    expect(await openTab().send('b', notLast)).toEqual({ kind: 'retry' });
    await send({ kind: 'retry' });
    expect(storage?.getItem(PAUSE)?.split('|').slice(2)).toEqual(['4', '0']);
    storage?.setItem(PAUSE, `${clock.now()}|60000|4|0`);
    await send({ kind: 'delivered' });
    void openTab().send('b', notLast);
    await clock.turn(0);
    expect(requests.at(-1)?.body).toBe('b');
  });

  test('after a failure ends when the network is back, while one that the server asked for does not', async () => {
    for (const [isServersWish, requestsThen] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const { openTab, requests, clock, storage } = createOrigin();
      storage?.setItem(PAUSE, `${clock.now()}|60000|1|${isServersWish}`);
      const tab = openTab();
      tab.lifecycle.goOnline();
      void tab.send('b', notLast);
      await clock.turn(0);
      expect(requests).toHaveLength(requestsThen);
    }
  });
});

test('a closed tab has no listeners', async () => {
  const { openTab, requests, clock } = createOrigin();
  const tab = openTab();
  const sent = tab.send('a', notLast);
  await clock.turn(0);
  requests[0]?.answer({ kind: 'delivered' });
  await sent;
  tab.stop();
  await clock.turn(0);
  expect(tab.lifecycle.listeners()).toBe(0);
});

describe('a pause, when it cannot be trusted or shared,', () => {
  test('ends where the clock was set back', async () => {
    const { openTab, requests, clock } = await pauseBy({ kind: 'retry', afterMs: 5_000 }, 1);
    clock.set(clock.now() - 86_400_000);
    void openTab().send('b', notLast);
    await clock.turn(0);
    expect(requests).toHaveLength(2);
  });

  test('is ignored where the stored value is invalid', async () => {
    for (const text of ['x', '5|x', 'null|7000|1|1', '{}']) {
      const { openTab, requests, clock, storage } = createOrigin();
      storage?.setItem(PAUSE, text);
      void openTab().send('a', notLast);
      await clock.turn(0);
      expect([text, requests.length]).toEqual([text, 1]);
    }
  });

  test('applies to each tab alone where localStorage is denied', async () => {
    const { openTab, requests, clock } = createOrigin({ hasStorage: false });
    const first = openTab().send('a', notLast);
    await clock.turn(0);
    requests[0]?.answer({ kind: 'retry', afterMs: 5_000 });
    expect(await first).toEqual({ kind: 'retry', afterMs: 5_000 });
    await clock.turn(SPREAD_MS);
    void openTab().send('b', notLast);
    await clock.turn(0);
    expect(requests).toHaveLength(2);
  });
});

describe('a tab that hangs or is left', () => {
  test('does not block another tab for ever', async () => {
    const { openTab, requests, clock } = createOrigin();
    void openTab().send('hangs', notLast);
    await clock.turn(0);
    void openTab().send('waits', notLast);
    await clock.turn(29_999);
    expect(requests).toHaveLength(1);
    await clock.turn(1);
    expect(requests.map(({ body }) => body)).toEqual(['hangs', 'waits']);
  });

  test('lets the next tab send, and still receives its own answer', async () => {
    const { openTab, requests, clock, space } = createOrigin();
    const leaver = openTab();
    const sent = leaver.send('a', notLast);
    await clock.turn(0);
    void openTab().send('b', notLast);
    leaver.lifecycle.hide(false);
    await clock.turn(0);
    expect(requests).toHaveLength(1);
    leaver.lifecycle.hide(true);
    await clock.turn(0);
    expect(requests).toHaveLength(2);
    requests[0]?.answer({ kind: 'delivered' });
    expect(await sent).toEqual({ kind: 'delivered' });
    requests[1]?.answer({ kind: 'delivered' });
    await clock.turn(0);
    expect(space.heldNames()).toEqual([]);
    expect(clock.planned()).toBe(0);
  });

  test('gives up its place in the queue', async () => {
    const { openTab, requests, clock } = createOrigin();
    void openTab().send('a', notLast);
    await clock.turn(0);
    const leaver = openTab();
    const sent = leaver.send('b', notLast);
    await clock.turn(0);
    leaver.lifecycle.hide(true);
    expect(await sent).toEqual({ kind: 'retry' });
    requests[0]?.answer({ kind: 'delivered' });
    await clock.turn(60_000);
    expect(requests).toHaveLength(1);
    expect(clock.planned()).toBe(0);
  });
});
