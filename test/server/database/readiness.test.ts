// Whether a database is ready is asked once for all who want to know meanwhile.
import { expect, it } from 'vitest';
import { createReadiness } from '../../../src/server/database/readiness.js';

it('asks once for all who ask meanwhile, and anew afterwards', async () => {
  let asked = 0;
  const answers: (() => void)[] = [];
  const isReady = createReadiness(
    () =>
      new Promise<void>((resolve) => {
        asked += 1;
        answers.push(resolve);
      }),
  );
  const first = [isReady(), isReady(), isReady()];
  expect(asked).toBe(1);
  answers[0]?.();
  expect(await Promise.all(first)).toEqual([true, true, true]);

  const later = isReady();
  expect(asked).toBe(2);
  answers[1]?.();
  expect(await later).toBe(true);
});

it('is not ready where the answer is a failure or a no, or does not come', async () => {
  let asked = 0;
  const asks = [
    () => Promise.reject(new Error('gone')),
    async () => false,
    () => new Promise(() => {}),
    async () => 1,
  ];
  const isReady = createReadiness(() => asks[asked++]?.() ?? Promise.resolve(), 1);
  expect(await isReady()).toBe(false);
  expect(await isReady()).toBe(false);
  expect(await isReady()).toBe(false);
  // One that never ends stands in nobody's way.
  expect(await isReady()).toBe(true);
});
