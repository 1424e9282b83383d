// Parallel readiness checks of a database share one request.
import { expect, it } from 'vitest';
import { createReadiness } from '../../../src/server/database/readiness.js';

it('shares one request between parallel checks, and sends a new one afterwards', async () => {
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

it('is not ready when the request fails, answers false, or does not answer', async () => {
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
  // A request that never ends does not block later ones.
  expect(await isReady()).toBe(true);
});
