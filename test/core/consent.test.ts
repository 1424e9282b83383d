// Consent: which events wait, what is stored and sent, and what is deleted when consent is
// withdrawn.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConsentState } from '../../src/core/consent.js';
import type { Arrival, Touch } from '../../src/core/touch.js';
import type { TrackerOptions } from '../../src/core/tracker-types.js';
import { createWorld, openPage, settle, type World } from './fakes.js';

const open = (world: World, consent: ConsentState, options: Partial<TrackerOptions> = {}) =>
  openPage(
    world,
    { consent, ...options },
    {
      erase: () => {
        world.disk.events.clear();
        for (const key of world.values.keys()) {
          if (key !== 'consent') world.values.delete(key);
        }
      },
    },
  );

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

describe('pending', () => {
  it('keeps events stored by an earlier page, and sends them only after a grant', async () => {
    const world = createWorld();
    world.server.answer = () => ({ kind: 'retry' });
    const before = open(world, 'granted');
    before.tracker.track('before');
    void before.tracker.close();
    await world.clock.turn(10_000);
    world.server.answer = () => ({ kind: 'delivered' });
    const { tracker } = open(world, 'pending');
    await world.clock.turn(60_000);
    expect(world.server.names()).toEqual([]);
    tracker.consent('granted');
    expect(tracker.anonymousId()).toBe(before.tracker.anonymousId());
    await world.clock.turn(60_000);
    expect(world.server.names()).toEqual(['before']);
  });

  it('keeps events in memory, and stores and sends nothing', async () => {
    const world = createWorld();
    const { tracker, page } = open(world, 'pending');
    tracker.identify({ userId: 'ada', address: ADDRESS });
    tracker.track('swap');
    page.hide(false);
    page.hide(true);
    page.show();
    page.online();
    await world.clock.turn(3_600_000);
    expect([...world.values, ...world.disk.events, ...world.server.requests]).toEqual([]);
    expect(tracker.stats()).toMatchObject({ accepted: 2, queued: 2 });
    expect(tracker.consent()).toBe('pending');
    await expect(tracker.flush()).rejects.toThrow('consent is pending');
  });

  it('sends the held events after a grant: in order, complete, with one visitor and session', async () => {
    const world = createWorld();
    const { tracker } = open(world, 'pending');
    tracker.identify({ userId: 'ada', address: ADDRESS });
    tracker.track('one');
    await world.clock.turn(1_000);
    tracker.track('two');
    expect(tracker.consent('granted')).toBe('granted');
    tracker.track('three');
    await world.clock.turn(5_000);
    expect(world.server.names()).toEqual([null, 'one', 'two', 'three']);
    const events = [...world.server.kept.values()];
    expect(new Set(events.map((event) => event.anonymous_id))).toEqual(
      new Set([tracker.anonymousId()]),
    );
    expect(new Set(events.map((event) => event.session_id)).size).toBe(1);
    expect(Object.fromEntries(world.values)).toMatchObject({
      consent: 'granted',
      user_id: 'ada',
      anonymous_id: tracker.anonymousId(),
    });
    expect(open(world, 'pending').tracker.consent()).toBe('granted');
  });

  describe('on a site that has stored data before', () => {
    const HOUR = 3_600_000;
    const news = { utm_source: 'news', landing_page: 'https://dapp.example/?utm_source=news' };
    const old = { landing_page: 'https://dapp.example/' };
    const arriveBy = (world: World, consent: ConsentState, touch: Touch) => {
      const arrivals: Arrival[] = [{ touch, isVisit: true }];
      return openPage(world, { consent }, { takeArrival: () => arrivals.shift() ?? null }).tracker;
    };

    it.each([
      ['a visit that is long over', 2 * HOUR, news, false],
      ['a visit that another campaign brought', 60_000, news, false],
      ['a visit that goes on', 60_000, old, true],
    ])('%s ends or goes on as if consent were never pending', async (_, laterMs, touch, goesOn) => {
      for (const isHeld of [true, false]) {
        const world = createWorld();
        const before = arriveBy(world, 'granted', old);
        before.track('before');
        await world.clock.turn(laterMs);
        const tracker = arriveBy(world, 'pending', touch);
        if (isHeld) tracker.track('held');
        await world.clock.turn(5_000);
        tracker.consent('granted');
        tracker.track('after');
        await world.clock.turn(5_000);
        const events = [...world.server.kept.values()];
        const [first, ...others] = events.map(({ session_id }) => session_id);
        expect(others).toHaveLength(isHeld ? 2 : 1);
        expect(new Set(others).size).toBe(1);
        expect(others.includes(first)).toBe(goesOn);
        expect(events.at(-1)?.context).toMatchObject(goesOn ? {} : { utm_source: 'news' });
        // Only the event that begins a visit carries the landing page.
        const landings = events.map(({ context }) => (context as Touch).landing_page);
        expect(landings.filter(Boolean)).toHaveLength(goesOn && !isHeld ? 1 : 2);
        expect(tracker.attribution()).toEqual({ first: old, last: touch });
      }
    });
  });

  it.each<ConsentState>(['granted', 'denied', 'pending'])(
    'set by the app after %s lasts until the visitor decides',
    async (initial) => {
      const world = createWorld();
      const { tracker, page } = open(world, initial);
      tracker.consent('pending');
      tracker.track('swap');
      page.show();
      tracker.refresh();
      expect(tracker.isGranted()).toBe(false);
      await world.clock.turn(60_000);
      expect(tracker.consent()).toBe('pending');
      expect([...world.values, ...world.disk.events, ...world.server.requests]).toEqual([]);
      tracker.consent('granted');
      await world.clock.turn(5_000);
      expect(world.server.names()).toEqual(['swap']);
    },
  );

  it('holds at most maxQueueEvents: the oldest events are dropped and counted', () => {
    const { tracker, drops } = open(createWorld(), 'pending', { maxQueueEvents: 2 });
    for (const name of ['one', 'two', 'three']) tracker.track(name);
    expect(tracker.stats()).toMatchObject({ accepted: 3, queued: 2, dropped: { queue_full: 1 } });
    expect(drops[0]?.detail).toContain('consent');
  });

  it('drops the held events when the tracker is closed: they are stored nowhere else', async () => {
    const { tracker, drops } = open(createWorld(), 'pending');
    tracker.track('swap');
    await tracker.close();
    expect(drops).toMatchObject([{ reason: 'consent' }]);
    expect(tracker.stats()).toMatchObject({ accepted: 1, queued: 0, dropped: { consent: 1 } });
  });
});

describe('denied', () => {
  it('at the start: records, stores and sends nothing', async () => {
    const world = createWorld();
    const { tracker } = open(world, 'denied');
    tracker.connect({ address: ADDRESS, chainId: 1 });
    tracker.track('swap');
    await world.clock.turn(60_000);
    expect([...world.values, ...world.disk.events, ...world.server.requests]).toEqual([]);
    expect(tracker.stats()).toMatchObject({ accepted: 0 });
  });

  it('drops the events that were held while consent was pending', async () => {
    const world = createWorld();
    const { tracker, drops } = open(world, 'pending');
    tracker.track('swap');
    tracker.consent('denied');
    await world.clock.turn(60_000);
    expect([...world.values]).toEqual([['consent', 'denied']]);
    expect(world.server.requests).toEqual([]);
    expect(drops).toMatchObject([{ reason: 'consent' }]);
    expect(tracker.stats()).toMatchObject({ accepted: 1, queued: 0, dropped: { consent: 1 } });
  });

  it('withdrawn: deletes what was stored and drops the queue with its planned retry', async () => {
    const world = createWorld();
    world.server.answer = () => ({ kind: 'retry', afterMs: 5_000 });
    const { tracker } = open(world, 'granted');
    const before = tracker.anonymousId();
    for (let i = 0; i < 30; i++) tracker.track('swap');
    await world.clock.turn(2_000);
    const { length } = world.server.requests;
    expect(length).toBeGreaterThan(0);
    expect(world.disk.events.size).toBe(30);
    tracker.track('not yet written');
    tracker.consent('denied');
    expect([...world.values]).toEqual([['consent', 'denied']]);
    world.server.answer = () => ({ kind: 'delivered' });
    await world.clock.turn(3_600_000);
    expect(world.server.requests).toHaveLength(length);
    expect(world.disk.events.size).toBe(0);
    expect([...world.values]).toEqual([['consent', 'denied']]);
    expect(tracker.anonymousId()).not.toBe(before);
    expect(tracker.stats()).toMatchObject({ accepted: 31, queued: 0, dropped: { consent: 31 } });
  });

  it('withdrawn: resolves a flush that was waiting', async () => {
    const world = createWorld();
    world.server.answer = () => ({ kind: 'retry', afterMs: 120_000 });
    const { tracker } = open(world, 'granted');
    tracker.track('swap');
    await world.clock.turn(1_000);
    let answer = 'none';
    void tracker.flush().then(
      () => {
        answer = 'flushed';
      },
      (cause) => {
        answer = cause.message;
      },
    );
    tracker.consent('denied');
    await settle();
    expect(answer).toBe('flushed');
  });

  it('in another tab stops this tab, too', async () => {
    const world = createWorld();
    const first = open(world, 'granted');
    const second = open(world, 'granted');
    await world.clock.turn(2_000);
    first.tracker.consent('denied');
    second.page.show();
    second.tracker.track('late');
    await world.clock.turn(10_000);
    expect(second.tracker.consent()).toBe('denied');
    expect(world.server.requests).toEqual([]);
    expect([...world.values]).toEqual([['consent', 'denied']]);
  });

  it('at the start: deletes what was stored before', () => {
    const world = createWorld();
    open(world, 'granted');
    world.values.set('consent', 'denied');
    open(world, 'granted');
    expect([...world.values]).toEqual([['consent', 'denied']]);
  });

  it('then granted: starts with a new visitor, and sends an identify that was refused while denied', async () => {
    const world = createWorld();
    const { tracker } = open(world, 'denied');
    tracker.identify('ada');
    tracker.consent('granted');
    tracker.identify('ada');
    await world.clock.turn(5_000);
    expect([...world.server.kept.values()]).toMatchObject([{ type: 'identify', user_id: 'ada' }]);
  });

  it('then pending: asks again, as if the visitor had never decided', () => {
    const world = createWorld();
    const { tracker } = open(world, 'granted');
    tracker.consent('granted');
    tracker.consent('pending');
    expect([...world.values]).toEqual([]);
    expect(tracker.consent()).toBe('pending');
  });
});

it('never stores or sends without consent, in any order of calls', async () => {
  const step = fc.constantFrom('track', 'granted', 'denied', 'pending', 'turn', 'hide', 'show');
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const world = createWorld();
      const { tracker, page } = open(world, 'pending');
      for (const what of steps) {
        if (what === 'track') tracker.track('step');
        else if (what === 'turn') await world.clock.turn(3_000);
        else if (what === 'hide') page.hide(true);
        else if (what === 'show') page.show();
        else tracker.consent(what as ConsentState);
        if (tracker.consent() === 'granted') continue;
        await settle();
        const { length } = world.server.requests;
        await world.clock.turn(10_000);
        expect(world.server.requests).toHaveLength(length);
        expect([...world.values.keys()].filter((key) => key !== 'consent')).toEqual([]);
        expect(world.disk.events.size).toBe(0);
      }
      const { accepted, delivered, queued, dropped } = tracker.stats();
      const lost = Object.values(dropped).reduce((sum, count) => sum + count, 0);
      expect(accepted).toBe(delivered + queued + lost);
    }),
    { numRuns: 60 },
  );
});
