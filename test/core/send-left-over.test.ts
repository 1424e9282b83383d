// What a service worker sends for pages that are gone.
import { expect, it } from 'vitest';
import { sendLeftOverOnce } from '../../src/core/send-left-over.js';
import type { DroppedEvent } from '../../src/core/tracker-types.js';
import { createFakeStore, createWorld, START } from './fakes.js';

const DAY = 86_400_000;

it.each([
  [['old', 'older'], [8, 30], 0],
  [['new', 'old', 'newer'], [1, 8, 6], 2],
])('sends what is not too old: of %j, %j days old, %i', async (names, days, expected) => {
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
