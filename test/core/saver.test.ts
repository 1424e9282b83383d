// The saver writes events to the store after the calls, and erases them from it.
import { expect, it } from 'vitest';
import type { EventStore, QueuedEvent } from '../../src/core/ports.js';
import { createSaver } from '../../src/core/saver.js';
import { createHandClock, settle } from './fakes.js';

const event = (id: string) => ({ id, at: 0, json: '{}' });

const open = () => {
  const clock = createHandClock();
  const erased: string[] = [];
  const asked = new Set<string>();
  const store = {
    isDenied: false as boolean,
    isFull: false as boolean,
    append: async () => {
      if (store.isDenied || store.isFull) throw new Error('denied');
    },
    appendNow: () => true,
    take: async () => [],
    acknowledge: async (ids: readonly string[]) => {
      for (const id of ids) asked.add(id);
      if (store.isDenied) throw new Error('denied');
      erased.push(...ids);
    },
    size: async () => 0,
  } satisfies EventStore & { isDenied: boolean; isFull: boolean };
  const saver = createSaver({ store, after: clock.after, onFault: () => {} });
  const keep = (...ids: readonly string[]) => {
    for (const id of ids) saver.keep(event(id));
    saver.save();
  };
  return { asked, clock, erased, keep, saver, store };
};

it('erases events that were written and those whose write failed, and no others', async () => {
  const { clock, erased, keep, saver, store } = open();
  keep('written');
  await clock.turn(0);
  store.isDenied = true;
  keep('in vain');
  await clock.turn(0);
  keep('never tried', 'nor this');
  saver.erase(['written', 'in vain', 'never tried', 'nor this']);
  store.isDenied = false;
  await clock.turn(60_000);
  expect(erased).toEqual(['written', 'in vain']);
});

it('erases events that may be in the journal of a page that was left', async () => {
  const { clock, erased, saver } = open();
  saver.keep(event('journaled'));
  saver.saveNow();
  saver.keep(event('later'));
  saver.erase(['journaled', 'later']);
  await clock.turn(0);
  expect(erased).toEqual(['journaled']);
});

it('erases an event that is being written', async () => {
  const { clock, erased, keep, saver } = open();
  keep('now');
  saver.erase(['now']);
  await clock.turn(0);
  expect(erased).toEqual(['now']);
});

it('erases delivered events while the disk is full, which makes room', async () => {
  const { clock, erased, keep, saver, store } = open();
  keep('delivered');
  await clock.turn(0);
  store.isFull = true;
  keep('waits');
  saver.erase(['delivered']);
  await clock.turn(60_000);
  expect(erased).toEqual(['delivered']);
});

it('tries to erase every event in the end where the store fails, since the journal can still forget them', async () => {
  const { asked, clock, saver, store } = open();
  store.isDenied = true;
  const ids = Array.from({ length: 120 }, (_, n) => `e${n}`);
  for (const id of ids) saver.keep(event(id));
  saver.saveNow();
  saver.erase(ids);
  await clock.turn(60_000);
  expect([...asked]).toEqual(ids);
});

it('writes each event once, also where more are added during a write', async () => {
  const written: string[] = [];
  const answers: (() => void)[] = [];
  const { store } = open();
  const append = (events: readonly QueuedEvent[]) =>
    new Promise<void>((resolve) => {
      written.push(...events.map(({ id }) => id));
      answers.push(resolve);
    });
  const clock = createHandClock();
  const saver = createSaver({ store: { ...store, append }, after: clock.after, onFault: () => {} });
  for (const id of ['first', 'second', 'third']) {
    saver.keep(event(id));
    saver.save();
  }
  expect(written).toEqual(['first']);
  answers[0]?.();
  await settle();
  expect(written).toEqual(['first', 'second', 'third']);
});
