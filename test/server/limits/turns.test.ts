// Limits the number of parallel tasks and runs the others in order; the limit holds however tasks end.
import { describe, expect, it } from 'vitest';
import { createRunningLimit } from '../../../src/server/limits/running-limit.js';
import { createTurns } from '../../../src/server/limits/turns.js';

const LONG_MS = 600_000;
const turnsOf = (limit: number) => createTurns(limit, () => new Error('refused'));

/** A task that runs until the test ends it or lets it fail. */
function held() {
  let [end, fail]: (() => void)[] = [];
  const until = new Promise<void>((resolve, reject) => {
    end = resolve;
    fail = () => reject(new Error('failed'));
  });
  return { task: () => until, end: () => end?.(), fail: () => fail?.() };
}

describe('turns', () => {
  it('refuse a task at once without a wait time, and admit one again after a task has ended or failed', async () => {
    const turns = turnsOf(2);
    const [one, two] = [held(), held()];
    const running = [turns.take(one.task), turns.take(two.task)];
    await expect(turns.take(async () => 1)).rejects.toThrow('refused');
    one.fail();
    await expect(running[0]).rejects.toThrow('failed');
    expect(await turns.take(async () => 1)).toBe(1);
    two.end();
    await running[1];
    expect(await Promise.all([1, 2].map((n) => turns.take(async () => n)))).toEqual([1, 2]);
    const ends = await Promise.allSettled([1, 2, 3].map((n) => turns.take(async () => n)));
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  });

  it('admit waiting tasks in order, and no other task between them', async () => {
    const turns = turnsOf(1);
    const first = held();
    const seen: string[] = [];
    const begun = turns.take(first.task);
    const waiting = ['a', 'b', 'c'].map((name) =>
      turns.take(async () => {
        // The turn is taken, even at the moment in which it passes to the next task.
        await expect(turns.take(async () => 'between')).rejects.toThrow('refused');
        seen.push(name);
      }, LONG_MS),
    );
    first.end();
    await begun;
    await expect(turns.take(async () => 'between')).rejects.toThrow('refused');
    await Promise.all(waiting);
    expect(seen).toEqual(['a', 'b', 'c']);
    expect(await turns.take(async () => 'free')).toBe('free');
  });

  it('give no turn to a task whose wait has timed out', async () => {
    const turns = turnsOf(1);
    const first = held();
    const begun = turns.take(first.task);
    await expect(turns.take(async () => 'late', 1)).rejects.toThrow('refused');
    first.end();
    await begun;
    expect(await turns.take(async () => 'free')).toBe('free');
  });
});

it('createRunningLimit limits each workspace separately, and names the tasks in its error', async () => {
  const inTurn = createRunningLimit({ most: 1, what: 'questions', retryAfterSeconds: 5 });
  const first = held();
  const begun = inTurn('ws_1', first.task);
  await expect(inTurn('ws_1', async () => 1)).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message: expect.stringContaining('1 questions'),
    fields: { retryAfterSeconds: 5 },
  });
  expect(await inTurn('ws_2', async () => 2)).toBe(2);
  first.end();
  await begun;
  expect(await inTurn('ws_1', async () => 3)).toBe(3);
});
