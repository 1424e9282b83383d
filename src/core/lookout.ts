// When a page looks for events that closed pages left over: often at first, then now and again.
import type { Clock } from './ports.js';

/**
 * A random delay, so that many tabs that open at once do not look at the same time. Milliseconds.
 */
const RECOVERY_JITTER_MS = 1_000;

/**
 * Delays before the first looks, each after the look before it. At the first, the previous page may
 * still be unloading, which takes long on a busy machine.
 */
const LOOKS_MS = [0, 5_000, 15_000];

/** The delay from then on, since other tabs may close at any time. */
const LOOK_EVERY_MS = 60_000;

/** Calls `look` at these times; answers the function that stops it. */
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
