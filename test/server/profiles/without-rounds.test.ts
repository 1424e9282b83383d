// Work that deletes or makes profiles outside of a round never runs in parallel.
import { expect, it } from 'vitest';
import { createWithoutRounds } from '../../../src/server/profiles/without-rounds.js';

it('runs one work at a time under the lock, after the current round', async () => {
  const order: string[] = [];
  let endRound = (): void => {};
  const round = new Promise<void>((resolve) => {
    endRound = resolve;
  });
  const withoutRounds = createWithoutRounds({ roundEnded: () => round }, async (work) => {
    order.push('lock');
    return work().finally(() => order.push('unlock'));
  });
  const work = (name: string) =>
    withoutRounds(async () => {
      order.push(`${name} reads`);
      await new Promise((resolve) => setImmediate(resolve));
      order.push(`${name} writes`);
      if (name === 'a') throw new Error('The engine is gone.');
      return name;
    });
  const both = Promise.allSettled([work('a'), work('b')]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(order).toEqual([]);
  endRound();
  expect(await both).toMatchObject([{ status: 'rejected' }, { value: 'b' }]);
  expect(order).toEqual(
    ['a', 'b'].flatMap((name) => ['lock', `${name} reads`, `${name} writes`, 'unlock']),
  );
});
