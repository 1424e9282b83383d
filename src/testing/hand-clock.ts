// Time that passes only when a test says so.
import type { Clock } from '../core/ports.js';

export interface TestClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Lets `ms` pass: runs what falls due, in order, letting promises settle in between. */
  turn(ms: number): Promise<void>;
}

interface Plan {
  readonly dueAt: number;
  readonly run: () => void;
}

/** Turns of the microtask queue: enough for any chain of promises in the tracker. */
const TURNS = 50;

const settle = async () => {
  for (let turn = 0; turn < TURNS; turn++) await undefined;
};

/** A timer without delay runs at once, so that a test need not turn the clock to see its effect. */
export const createHandClock = (startAt: number): TestClock & Clock => {
  let now = startAt;
  const plans = new Set<Plan>();

  const next = (until: number): Plan | undefined =>
    [...plans].filter(({ dueAt }) => dueAt <= until).sort((a, b) => a.dueAt - b.dueAt)[0];

  return {
    now: () => now,
    after: (delayMs, run) => {
      if (delayMs <= 0) run();
      const plan = { dueAt: now + delayMs, run };
      if (delayMs > 0) plans.add(plan);
      return () => void plans.delete(plan);
    },
    turn: async (ms) => {
      const until = now + ms;
      await settle();
      for (let plan = next(until); plan; plan = next(until)) {
        plans.delete(plan);
        now = plan.dueAt;
        plan.run();
        await settle();
      }
      now = until;
    },
  };
};
