// A pause that the server asked one tab for holds, whatever becomes of another tab's earlier request.
import { expect, test } from 'vitest';
import { createSharedPause } from '../../src/browser/shared-pause.js';
import type { SendResult } from '../../src/core/ports.js';
import { createHandClock } from '../core/fakes.js';
import { createFakeStorage } from './fakes/storage.js';

const open = () => {
  const clock = createHandClock();
  const storage = createFakeStorage();
  return { clock, openTab: () => createSharedPause(storage, 'x', clock) };
};

test.each<SendResult>([{ kind: 'retry' }, { kind: 'delivered' }, { kind: 'tooLarge' }])(
  'a page that was left hears later of its own request, whose answer ends no pause: %j',
  async (late) => {
    const { clock, openTab } = open();
    const left = openTab();
    openTab().note({ kind: 'retry', afterMs: 60_000 });
    await clock.turn(10_000);
    left.note(late);
    expect(openTab().check()).toEqual({ kind: 'retry', afterMs: 50_000 });
    expect(left.check()).toEqual({ kind: 'retry', afterMs: 50_000 });
  },
);

test('a later wish of the server replaces an earlier one, and any answer ends a pause that is over', async () => {
  const { clock, openTab } = open();
  openTab().note({ kind: 'retry', afterMs: 60_000 });
  openTab().note({ kind: 'retry', afterMs: 20_000 });
  expect(openTab().check()).toEqual({ kind: 'retry', afterMs: 20_000 });
  await clock.turn(20_000);
  expect(openTab().check()).toBeUndefined();
  openTab().note({ kind: 'delivered' });
  clock.set(clock.now() - 1_000);
  expect(openTab().check()).toBeUndefined();
});
