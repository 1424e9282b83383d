// What a service worker sends of the events that closed pages left behind.
import { expect, it } from 'vitest';
import { sendLeftOverOnce } from '../../src/core/send-left-over.js';
import type { DroppedEvent } from '../../src/core/tracker-types.js';
import { createFakeStore, createWorld, START, settle } from './fakes.js';

const DAY = 86_400_000;

it.each([
  [['old', 'older'], [8, 30], 0],
  [['new', 'old', 'newer'], [1, 8, 6], 2],
])('drops expired events: of %j, %j days old, sends %i', async (names, days, expected) => {
  const { clock, disk, server } = createWorld();
  names.forEach((id, n) => {
    const at = START - (days[n] ?? 0) * DAY;
    disk.events.set(id, { id, at, json: `{"message_id":"${id}","event":"${id}"}` });
  });
  const drops: DroppedEvent[] = [];
  const delivered = await sendLeftOverOnce(
    { writeKey: 'key', apiHost: 'https://events.example', onDrop: (event) => drops.push(event) },
    { store: createFakeStore(disk), transport: server.transport, clock },
  );
  expect(delivered).toBe(expected);
  expect(server.names().every((name) => name?.startsWith('new'))).toBe(true);
  expect(drops.map(({ reason }) => reason)).toEqual(Array(names.length - expected).fill('expired'));
  expect(disk.events.size).toBe(0);
});

/** A store with an event for each of the names; those that begin with `old` have expired. */
const openWorker = (...names: readonly string[]) => {
  const { clock, disk, server } = createWorld();
  for (const id of names) {
    const at = id.startsWith('old') ? START - 30 * DAY : START;
    disk.events.set(id, { id, at, json: `{"message_id":"${id}","event":"${id}"}` });
  }
  return { clock, disk, server, store: createFakeStore(disk) };
};

const OPTIONS = { writeKey: 'key', apiHost: 'https://events.example' };

it('rejects with a failed erase during a request, and leaves no rejection unhandled', async () => {
  const { clock, server, store } = openWorker('new', 'old');
  server.answer = async () => {
    await settle();
    return { kind: 'delivered' };
  };
  const acknowledge = () => Promise.reject(new Error('denied'));
  const sending = sendLeftOverOnce(OPTIONS, {
    store: { ...store, acknowledge },
    transport: server.transport,
    clock,
  });
  await expect(sending).rejects.toThrow('denied');
  expect(server.names()).toEqual(['new']);
});

it('sends events although onDrop throws', async () => {
  const { clock, disk, server, store } = openWorker('old', 'old too', 'new');
  const onDrop = () => {
    throw new Error('the app is broken');
  };
  const sending = sendLeftOverOnce(
    { ...OPTIONS, onDrop },
    { store, transport: server.transport, clock },
  );
  await expect(sending).resolves.toBe(1);
  expect(disk.events.size).toBe(0);
});

it('sends all left-over events, also more than one read returns', async () => {
  const names = Array.from({ length: 501 }, (_, n) => `new ${n}`);
  const { clock, disk, server, store } = openWorker(...names);
  const sending = sendLeftOverOnce(OPTIONS, { store, transport: server.transport, clock });
  await expect(sending).resolves.toBe(501);
  expect(disk.events.size).toBe(0);
});

it('drops nothing that several pages, or one with a larger queue, have left', async () => {
  const names = ['1', '2', '3', '4', '5'];
  const { clock, disk, server, store } = openWorker();
  const text = 'x'.repeat(4_500_000);
  for (const id of names) {
    disk.events.set(id, { id, at: START, json: JSON.stringify({ message_id: id, text }) });
  }
  const drops: DroppedEvent[] = [];
  const sending = sendLeftOverOnce(
    { ...OPTIONS, onDrop: (event) => drops.push(event) },
    { store, transport: server.transport, clock },
  );
  await expect(sending).resolves.toBe(names.length);
  expect(drops).toEqual([]);
  expect([...server.kept.keys()]).toEqual(names);
});
