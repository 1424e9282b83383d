// When a page looks for events that others left over: often at first, then now and again.
import type { Clock } from './ports.js';

/** Left-over events are not urgent: many tabs opening at once take their turns. Milliseconds. */
const RECOVERY_JITTER_MS = 1_000;

/**
 * When to look for what is left over, one look after another. The page before this one may still be
 * unloading at the first, and take long to on a busy machine.
 */
const LOOKS_MS = [0, 5_000, 15_000];

/** And from then on, since other tabs may close. */
const LOOK_EVERY_MS = 60_000;

/** Calls `look` from now on; answers what stops it. */
export const startLookout = ({ after }: Clock, look: () => void): (() => void) => {
  let stop: () => void;
  const plan = (looks: number) => {
    const delayMs = LOOKS_MS[looks] ?? LOOK_EVERY_MS;
    stop = after(delayMs + Math.random() * RECOVERY_JITTER_MS, () => {
      look();
      plan(looks + 1);
    });
  };
  plan(0);
  return () => stop();
};
