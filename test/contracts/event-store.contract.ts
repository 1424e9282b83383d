// What every EventStore keeps, whatever it is made of.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { event, ids, runModel, type StorePlace, step } from './event-store.model.js';

const events = (...numbers: number[]) => numbers.map(event);

export const describeEventStore = (name: string, createPlace: () => StorePlace) => {
  describe(`${name} is an EventStore`, () => {
    test('counts what it keeps until that is acknowledged', async () => {
      const { store } = createPlace().open();
      expect(await store.size()).toBe(0);
      await store.append(events(1, 2, 3));
      expect(await store.size()).toBe(3);
      await store.acknowledge([event(2).id, 'unknown']);
      expect(await store.size()).toBe(2);
      await store.acknowledge(ids(events(1, 3)));
      expect(await store.size()).toBe(0);
    });

    test('keeps an event once, however often and in whatever way it is added', async () => {
      const { store } = createPlace().open();
      await store.append(events(1));
      store.appendNow?.(events(1, 2));
      await Promise.all([store.append(events(1, 2)), store.append(events(2))]);
      expect(await store.size()).toBe(2);
      await store.acknowledge(ids(events(1, 2)));
      expect(await store.size()).toBe(0);
    });

    test('an event acknowledged while it is being appended ends up gone', async () => {
      const { store } = createPlace().open();
      await Promise.all([store.append(events(1, 2)), store.acknowledge(ids(events(1)))]);
      expect(await store.size()).toBe(1);
    });

    test('does not give a tracker its own events', async () => {
      const { store } = createPlace().open();
      await store.append(events(1));
      store.appendNow?.(events(2));
      expect(await store.take(10)).toEqual([]);
    });
  });

  if (createPlace().open().crash) describeSurvival(name, createPlace);
};

/** What is left over by the dead reaches the living, whole, in order and once. */
const describeSurvival = (name: string, createPlace: () => StorePlace) => {
  describe(`${name} survives its tracker`, () => {
    test('hands on the oldest first, unchanged, each once', async () => {
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

    test('what was taken belongs to the taker, and is left over again after it', async () => {
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

    test('leaves the newest over, as many as it is told, also to several that take at the same time', async () => {
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

    test('two that take at the same time share, and never get the same', async () => {
      const place = createPlace();
      const dead = place.open();
      await dead.store.append(events(1, 2, 3, 4));
      dead.crash?.();
      const [a, b] = [place.open().store, place.open().store];
      const [takenByA, takenByB] = await Promise.all([a.take(3), b.take(3)]);
      expect([...ids(takenByA), ...ids(takenByB)].sort()).toEqual(ids(events(1, 2, 3, 4)));
      expect(await a.take(10)).toEqual([]);
    });

    test('any interleaving of calls and crashes loses nothing and gives nothing twice', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) =>
          runModel(createPlace(), steps),
        ),
        { numRuns: 60 },
      );
    });
  });
};
