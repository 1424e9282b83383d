// Runs work while no events are loaded, and none are half loaded: what is summed up of them would count twice.
import type { Alone } from './take-turns.js';
import { untilLoaded } from './until-loaded.js';

const TIMEOUT_MS = 60_000;

/**
 * A load that failed may have left events in the table whose sums are missing, and its repetition adds
 * these. Whoever makes sums anew in between, or copies them, would see the events without them.
 *
 * @param half ids of segments of which a part may be stored
 * @returns rejects with SERVICE_UNAVAILABLE where there are any for longer than `timeoutMs`
 */
export const createWithoutLoads =
  (alone: Alone, half: ReadonlySet<string>, timeoutMs = TIMEOUT_MS): Alone =>
  async (work) => {
    const { answer } = await untilLoaded(
      () => alone(async (lost) => (half.size === 0 ? { answer: await work(lost) } : undefined)),
      { events: 'Events whose load failed are not wholly', timeoutMs },
    );
    return answer;
  };
