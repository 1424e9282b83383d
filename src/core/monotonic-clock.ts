// A clock that never goes back, so that a corrected system clock cannot reorder events.
import type { Clock } from './ports.js';

/**
 * The same clock, except that when the system clock is set back, time goes on from where it was. The
 * server corrects the difference, since `sent_at` is read from this clock too.
 */
export const createMonotonicClock = (clock: Clock): Clock => {
  let last = 0;
  let offset = 0;
  return {
    after: clock.after,
    now: () => {
      const now = offset ? clock.now() + offset : clock.now();
      if (now > last) last = now;
      // Not assigned at each call: the engine allocates an object for each such number, and a burst
      // makes garbage enough.
      else if (now < last) offset += last - now;
      return last;
    },
  };
};
