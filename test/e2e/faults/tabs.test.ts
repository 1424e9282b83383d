// Several tabs of one dapp share a backlog, a server and an outage.
import type { Page } from 'puppeteer-core';
import { expect, it } from 'vitest';
import type { Answer } from '../../support/collector.js';
import { eventually } from '../../support/eventually.js';
import { expectStored, flush, inEngines, track } from './world.js';

/** The number of tabs that wait for their turn. */
const countWaiting = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const { pending = [] } = await navigator.locks.query();
    return pending.filter(({ name }) => name?.endsWith(':send')).length;
  });

/** Runs out a tab's own backoff, which grows with each 503 and may take a minute. */
const retryNow = (page: Page): Promise<unknown> =>
  page.evaluate(() => window.dispatchEvent(new Event('online')));

const TABS = 8;
const EVENTS = 25;

inEngines((world) => {
  it('two tabs send their backlog, never at the same time', async () => {
    world.collector.script(() => 503);
    const first = await world.open();
    const second = await world.open();
    await track(first, 100);
    await track(second, 100, 100);
    await expectStored(first, 200);
    // The first request stays unanswered until the other tab waits for its turn.
    const held: ((answer: Answer) => void)[] = [];
    world.collector.script(() => new Promise((resolve) => held.push(resolve)));
    for (const page of [first, second]) await retryNow(page);
    await eventually(() => expect(held).toHaveLength(1));
    await eventually(async () => expect(await countWaiting(first)).toBe(1));
    expect(held).toHaveLength(1);
    world.collector.script(() => 200);
    held[0]?.(200);
    await world.expectAll(200);
    expect(world.collector.mostAtOnce()).toBe(1);
  });

  it('sends the events of a closed tab from one of the open tabs', async () => {
    world.collector.script(() => 503);
    const first = await world.open();
    await track(first, 100);
    await expectStored(first, 100);
    await first.close();
    const [second, third] = [await world.open(), await world.open()];
    world.collector.script(() => 200);
    await world.expectAll(100);
    await flush(second);
    await flush(third);
    const arrived = world.collector.posts.flatMap(({ events }) => events.map((e) => e.message_id));
    expect(new Set(arrived).size).toBe(100);
  });

  it('all tabs have the same visitor, also after a reset in one of them', async () => {
    const first = await world.open();
    const second = await world.open();
    const idOf = (page: Page) => page.evaluate(() => window.dapp.tracker.anonymousId());
    const before = await idOf(second);
    expect(await idOf(first)).toBe(before);
    await first.evaluate(() => window.dapp.tracker.reset());
    expect(await idOf(first)).not.toBe(before);
    await eventually(async () => expect(await idOf(second)).toBe(await idOf(first)));
  });

  it('resumes in many tabs after an outage without a burst of requests', async () => {
    await world.collector.close();
    const tabs: Page[] = [];
    for (let tab = 0; tab < TABS; tab++) tabs.push(await world.open());
    for (const [tab, page] of tabs.entries()) await track(page, EVENTS, tab * EVENTS);
    const [first] = tabs;
    if (first) await expectStored(first, TABS * EVENTS);
    // Refused only when all tabs are told that they are online: that ends a pause which the server did not ask for,
    // and a tab may see for a moment only such a one.
    let refuse: (answer: Answer) => void = () => {};
    const refusal = new Promise<Answer>((resolve) => {
      refuse = resolve;
    });
    let isFirst = true;
    world.collector.script(() => {
      if (!isFirst) return 200;
      isFirst = false;
      return refusal;
    });
    await world.collector.open();
    for (const page of tabs) await retryNow(page);
    refuse({ status: 429, headers: { 'retry-after': '2' } });
    await world.expectAll(TABS * EVENTS);
    expect(world.collector.mostAtOnce()).toBe(1);
    expect(world.collector.posts.length).toBeLessThanOrEqual(1 + TABS);
    // All tabs honour the Retry-After that one of them got.
    const [refused, next] = world.collector.posts.map(({ at }) => at);
    expect((next ?? 0) - (refused ?? 0)).toBeGreaterThanOrEqual(1_990);
  });
});
