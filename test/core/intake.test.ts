// The intake completes calls in later tasks, none of which may be long, and passes them on in
// batches.
import { expect, it } from 'vitest';
import { createIntake } from '../../src/core/intake.js';
import { createHandClock } from './fakes.js';

const CALLS = Array.from({ length: 60 }, (_, n) => `call ${n}`);

/**
 * Runs an intake on a slow device that takes `callMs` to complete and `writeMs` to write each call;
 * returns what each task did.
 */
const run = async (
  callMs: number,
  use: (intake: ReturnType<typeof createIntake>) => void,
  writeMs = 0,
) => {
  const clock = createHandClock();
  const newTask = () => ({ completed: 0, written: 0, passed: [] as string[] });
  const tasks = [newTask()];
  const task = () => tasks.at(-1) ?? newTask();
  const intake = createIntake<unknown, unknown>({
    clock: {
      now: clock.now,
      after: (delayMs, next) =>
        clock.after(delayMs, () => {
          tasks.push(newTask());
          next();
        }),
    },
    complete: (call) => {
      clock.set(clock.now() + callMs);
      task().completed += 1;
      return call;
    },
    write: (call) => {
      clock.set(clock.now() + writeMs);
      task().written += 1;
      return { id: String(call), at: clock.now(), json: '{}' };
    },
    onWritten: (events) => task().passed.push(...events.map(({ id }) => id)),
  });
  use(intake);
  await clock.turn(0);
  return tasks;
};

const addAll = ({ add }: ReturnType<typeof createIntake>) => {
  for (const call of CALLS) add(call);
};

it('completes as many calls in one task as a fast machine can, up to one batch', async () => {
  expect(await run(0, addAll)).toEqual([
    { completed: 0, written: 0, passed: [] },
    { completed: 50, written: 50, passed: CALLS.slice(0, 50) },
    { completed: 10, written: 10, passed: CALLS.slice(50) },
  ]);
});

it('leaves calls to the next task before one gets long, and still passes on whole batches', async () => {
  const [atOnce, ...later] = await run(5, addAll);
  expect(atOnce?.completed).toBe(0);
  expect(later.every(({ completed }) => completed <= 2)).toBe(true);
  expect(later.map(({ passed }) => passed).filter(({ length }) => length > 0)).toEqual([
    CALLS.slice(0, 50),
    CALLS.slice(50),
  ]);
});

it('passes calls on in a task of their own where writing them took long', async () => {
  const [, ...later] = await run(0, addAll, 5);
  expect(later.every(({ written }) => written <= 2)).toBe(true);
  expect(later.every(({ written, passed }) => written === 0 || passed.length === 0)).toBe(true);
  expect(later.flatMap(({ passed }) => passed)).toEqual(CALLS);
});

it('makes progress also where every single call takes too long', async () => {
  const [, ...later] = await run(1_000, addAll, 1_000);
  expect(later.flatMap(({ passed }) => passed)).toEqual(CALLS);
});

it('passes everything on at once on request, however long it takes', async () => {
  const [atOnce] = await run(5, (intake) => {
    addAll(intake);
    intake.passAll();
  });
  expect(atOnce).toEqual({ completed: 60, written: 60, passed: CALLS });
});

it('neither loses nor doubles calls if the browser ends the task that completes them, at once or later', async () => {
  for (const isLeft of [true, false]) {
    const clock = createHandClock();
    const passed: string[] = [];
    let isEnded = false;
    const intake = createIntake<string, string>({
      clock,
      complete: (call) => {
        if (call !== 'call 3' || isEnded) return call;
        isEnded = true;
        throw new Error('ended: no code of the page could catch it');
      },
      write: (id) => ({ id, at: 0, json: '{}' }),
      onWritten: (events) => passed.push(...events.map(({ id }) => id)),
    });
    for (const call of CALLS.slice(0, 6)) intake.add(call);
    expect(() => intake.passAll()).toThrow('ended');
    if (isLeft) intake.passAll(true);
    else await clock.turn(0);
    expect(passed).toEqual(CALLS.slice(0, 6));
  }
});

it('passes on again what a task was passing on when the browser ended it, at once or later', async () => {
  for (const isLeft of [true, false]) {
    const clock = createHandClock();
    const passed: string[] = [];
    let isEnded = false;
    const intake = createIntake<string, string>({
      clock,
      complete: (call) => call,
      write: (id) => ({ id, at: 0, json: '{}' }),
      onWritten: (events) => {
        for (const { id } of events) {
          if (id === 'call 3' && !isEnded) {
            isEnded = true;
            throw new Error('ended: no code of the page could catch it');
          }
          passed.push(id);
        }
      },
    });
    for (const call of CALLS.slice(0, 6)) intake.add(call);
    expect(() => intake.passAll()).toThrow('ended');
    intake.add('call 6');
    if (isLeft) intake.passAll(true);
    else await clock.turn(0);
    // The queue drops the repeats.
    expect([...new Set(passed)]).toEqual(CALLS.slice(0, 7));
    intake.passAll(true);
    expect(passed).toHaveLength(10);
  }
});

it('goes on after a call that cannot be written', () => {
  const passed: string[] = [];
  const intake = createIntake<string, string>({
    clock: createHandClock(),
    complete: (call) => call,
    write: (id) => {
      if (id === 'call 3') throw new Error('unwritable');
      return { id, at: 0, json: '{}' };
    },
    onWritten: (events) => passed.push(...events.map(({ id }) => id)),
  });
  for (const call of CALLS.slice(0, 6)) intake.add(call);
  expect(() => intake.passAll()).toThrow('unwritable');
  intake.passAll();
  expect(passed).toEqual(CALLS.slice(0, 6).filter((call) => call !== 'call 3'));
});
