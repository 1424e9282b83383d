// Runs work while no events are being loaded and no segment is stored in part: rollups would be wrong then.
import type { HalfStored } from './half-stored.js';
import type { Alone } from './take-turns.js';
import { untilLoaded } from './until-loaded.js';

const TIMEOUT_MS = 60_000;

/**
 * A load that failed may have left events in the table that the rollups lack, and its retry adds them there.
 * Rollups that are rebuilt in between would count these events twice; rollups that are copied would lack them.
 * A load whose connection was cut may still run, and would bring back what is deleted meanwhile.
 *
 * @returns rejects with SERVICE_UNAVAILABLE when there still are such segments after `timeoutMs`
 */
export const createWithoutLoads =
  (alone: Alone, half: Pick<HalfStored, 'isEmpty'>, timeoutMs = TIMEOUT_MS): Alone =>
  async (work) => {
    const { answer } = await untilLoaded(
      () =>
        alone(async (lost) => ((await half.isEmpty()) ? { answer: await work(lost) } : undefined)),
      { events: 'Events whose load failed are not yet completely', timeoutMs },
    );
    return answer;
  };
