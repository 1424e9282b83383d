// Reads events back from a segment, and settles at once what needs no sending.
import type { QueuedEvent } from '../../core/ports.js';
import type { Taken } from '../spool-port.js';
import type { Places } from './places.js';
import type { Segment } from './segment.js';

/**
 * Reads up to about `limit` events, which the tracker has in memory from now on. Duplicates and
 * damaged lines are settled at once.
 *
 * @throws when the disk refuses
 */
export const readBack = (segment: Segment, limit: number, places: Places): Taken => {
  const events: QueuedEvent[] = [];
  const duplicates: string[] = [];
  const damaged: string[] = [];
  const settled: number[] = [];
  const found = segment.read(limit);
  for (const { line, event } of found) {
    if (event && !places.has(event.id)) {
      places.set(event.id, { segment, line });
      events.push(event);
      continue;
    }
    settled.push(line);
    if (event) duplicates.push(event.id);
    else damaged.push(`line ${line + 1} of ${segment.path}`);
  }
  if (settled.length > 0) segment.settle(settled);
  return { events, duplicates, damaged, recovered: segment.isAdopted ? found.length : 0 };
};
