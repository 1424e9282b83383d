// Calls are completed in later tasks, none of which may be long, and still pass on together.
import { expect, it } from 'vitest';
import { createIntake } from '../../src/core/intake.js';
import { createHandClock } from './fakes.js';

const CALLS = Array.from({ length: 60 }, (_, n) => `call ${n}`);

/** An intake on a phone that takes `callMs` for each call; tells what happened, task by task. */
const run = async (callMs: number, use: (intake: ReturnType<typeof createIntake>) => void) => {
  const clock = createHandClock();
  const tasks: { completed: number; passed: string[] }[] = [{ completed: 0, passed: [] }];
  const task = () => tasks.at(-1) ?? { completed: 0, passed: [] };
  const intake = createIntake<unknown, unknown>({
    clock: {
      now: clock.now,
      after: (delayMs, next) =>
        clock.after(delayMs, () => {
          tasks.push({ completed: 0, passed: [] });
          next();
        }),
    },
    complete: (call) => {
      clock.set(clock.now() + callMs);
      task().completed += 1;
      return call;
    },
    write: (call) => ({ id: String(call), at: clock.now(), json: '{}' }),
    onWritten: (events) => task().passed.push(...events.map(({ id }) => id)),
  });
  use(intake);
  await clock.turn(0);
  return tasks;
};

const addAll = ({ add }: ReturnType<typeof createIntake>) => {
  for (const call of CALLS) add(call);
};

it('completes what a fast machine can in one task, and no more than one batch', async () => {
  expect(await run(0, addAll)).toEqual([
    { completed: 0, passed: [] },
    { completed: 50, passed: CALLS.slice(0, 50) },
    { completed: 10, passed: CALLS.slice(50) },
  ]);
});

it('leaves to the next task what would make one long, and passes on as many at once', async () => {
  const [atOnce, ...later] = await run(5, addAll);
  expect(atOnce?.completed).toBe(0);
  expect(later.every(({ completed }) => completed <= 2)).toBe(true);
  expect(later.map(({ passed }) => passed).filter(({ length }) => length > 0)).toEqual([
    CALLS.slice(0, 50),
    CALLS.slice(50),
  ]);
});

it('goes on where every call takes too long', async () => {
  const [, ...later] = await run(1_000, addAll);
  expect(later.flatMap(({ passed }) => passed)).toEqual(CALLS);
});

it('passes everything on at once when asked to, however long it takes', async () => {
  const [atOnce] = await run(5, (intake) => {
    addAll(intake);
    intake.passAll();
  });
  expect(atOnce).toEqual({ completed: 60, passed: CALLS });
});
