// So many tasks at once, and the others in order: whatever ends how, no place is lost and none is made up.
import { describe, expect, it } from 'vitest';
import { createRunningLimit } from '../../src/server/running-limit.js';
import { createTurns } from '../../src/server/turns.js';

const LONG_MS = 600_000;
const turnsOf = (limit: number) => createTurns(limit, () => new Error('refused'));

/** A task that runs until it is told how to end. */
function held() {
  let [end, fail]: (() => void)[] = [];
  const until = new Promise<void>((resolve, reject) => {
    end = resolve;
    fail = () => reject(new Error('failed'));
  });
  return { task: () => until, end: () => end?.(), fail: () => fail?.() };
}

describe('turns', () => {
  it('refuse at once whoever does not wait, and let in again when a task has ended or failed', async () => {
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

  it('let those who wait in by their order, and nobody between them', async () => {
    const turns = turnsOf(1);
    const first = held();
    const seen: string[] = [];
    const begun = turns.take(first.task);
    const waiting = ['a', 'b', 'c'].map((name) =>
      turns.take(async () => {
        // The place is taken, also in the moment in which it is handed over.
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

  it('give no place to whoever waited in vain', async () => {
    const turns = turnsOf(1);
    const first = held();
    const begun = turns.take(first.task);
    await expect(turns.take(async () => 'late', 1)).rejects.toThrow('refused');
    first.end();
    await begun;
    expect(await turns.take(async () => 'free')).toBe('free');
  });
});

it('a limit of each workspace is its own, and says what runs', async () => {
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
