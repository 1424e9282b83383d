// The requirements of every EventStore.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { event, ids, runModel, type StorePlace, step } from './event-store.model.js';

const events = (...numbers: number[]) => numbers.map(event);

export const describeEventStore = (name: string, createPlace: () => StorePlace) => {
  describe(`${name} is an EventStore`, () => {
    test('counts its events until they are acknowledged', async () => {
      const { store } = createPlace().open();
      expect(await store.size()).toBe(0);
      await store.append(events(1, 2, 3));
      expect(await store.size()).toBe(3);
      await store.acknowledge([event(2).id, 'unknown']);
      expect(await store.size()).toBe(2);
      await store.acknowledge(ids(events(1, 3)));
      expect(await store.size()).toBe(0);
    });

    test('stores an event once, however often and by whichever method it is added', async () => {
      const { store } = createPlace().open();
      await store.append(events(1));
      store.appendNow?.(events(1, 2));
      await Promise.all([store.append(events(1, 2)), store.append(events(2))]);
      expect(await store.size()).toBe(2);
      await store.acknowledge(ids(events(1, 2)));
      expect(await store.size()).toBe(0);
    });

    test('removes an event that is acknowledged while it is being appended', async () => {
      const { store } = createPlace().open();
      await Promise.all([store.append(events(1, 2)), store.acknowledge(ids(events(1)))]);
      expect(await store.size()).toBe(1);
    });

    test("take() does not return the tracker's own events", async () => {
      const { store } = createPlace().open();
      await store.append(events(1));
      store.appendNow?.(events(2));
      expect(await store.take(10)).toEqual([]);
    });
  });

  if (createPlace().open().crash) describeSurvival(name, createPlace);
};

/** Events left by a crashed tracker reach another one: complete, in order and once. */
const describeSurvival = (name: string, createPlace: () => StorePlace) => {
  describe(`${name} survives its tracker`, () => {
    test('returns the oldest first, unchanged, each once', async () => {
      const place = createPlace();
      const dead = place.open();
      await dead.store.append(events(3, 1, 5));
      dead.store.appendNow?.(events(4, 1));
      await dead.store.append(events(2, 4));
      dead.crash?.();

      const { store } = place.open();
      expect(await store.take(2)).toEqual(events(1, 2));
      expect(await store.size()).toBe(5);
      expect(await store.take(10)).toEqual(events(3, 4, 5));
      expect(await store.take(10)).toEqual([]);
      await store.acknowledge(ids(events(1, 2, 3, 4, 5)));
      expect(await store.size()).toBe(0);
    });

    test('events taken belong to the taker, and are left over again after it crashes', async () => {
      const place = createPlace();
      const first = place.open();
      await first.store.append(events(1, 2));
      first.crash?.();
      const second = place.open();
      expect(await second.store.take(10)).toEqual(events(1, 2));
      await second.store.acknowledge([event(1).id]);
      second.crash?.();
      expect(await place.open().store.take(10)).toEqual(events(2));
    });

    test('leaves as many of the newest as requested, also for concurrent takes', async () => {
      const place = createPlace();
      const dead = place.open();
      await dead.store.append(events(3, 1, 4));
      dead.store.appendNow?.(events(2, 5));
      dead.crash?.();
      const [a, b] = [place.open().store, place.open().store];
      const given = await Promise.all([a.take(9, 3), b.take(9, 3), a.take(9, 4)]);
      expect(given.flat()).toEqual(events(1, 2));
      expect(await b.take(9)).toEqual(events(3, 4, 5));
    });

    test('concurrent takes share the events, and none is returned twice', async () => {
      const place = createPlace();
      const dead = place.open();
      await dead.store.append(events(1, 2, 3, 4));
      dead.crash?.();
      const [a, b] = [place.open().store, place.open().store];
      const [takenByA, takenByB] = await Promise.all([a.take(3), b.take(3)]);
      expect([...ids(takenByA), ...ids(takenByB)].sort()).toEqual(ids(events(1, 2, 3, 4)));
      expect(await a.take(10)).toEqual([]);
    });

    test('loses nothing and returns nothing twice in any interleaving of calls and crashes', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) =>
          runModel(createPlace(), steps),
        ),
        { numRuns: 60 },
      );
    });
  });
};
