// Checks that the segments that an alert names exist, and can be combined in one query.
import { DomainError } from '../errors/domain-error.js';
import type { FindSegment } from '../profiles/service.js';
import { valuesOf } from './event-filters.js';
import { filterFault } from './filter-fault.js';
import type { AlertContent } from './store.js';

/** Most characters of the segments' SQL together: from about 200,000 on, the engine refuses the query as too big. */
const MOST_SQL = 150_000;
/**
 * Each segment costs a lookup, inside the transaction of a write with an Idempotency-Key. PGlite runs one
 * transaction at a time, so everybody else waits meanwhile.
 */
const MOST_SEGMENTS = 100;

/**
 * @throws {DomainError} INVALID_VALIDATION_REQUEST naming the filter whose segment is not in the project, or
 * exceeds the limits
 */
export async function checkSegments(
  { trigger_type, trigger_filters }: Pick<AlertContent, 'trigger_type' | 'trigger_filters'>,
  projectId: string,
  findSegment: FindSegment,
): Promise<void> {
  if (trigger_type !== 'user') return;
  let count = 0;
  let length = 0;
  for (const [index, { name, operator, value }] of trigger_filters.entries()) {
    if (name !== 'segment') continue;
    for (const id of valuesOf(operator, value)) {
      const { condition } = await findSegment(id, [projectId]).catch((error) => {
        if (!(error instanceof DomainError)) throw error;
        throw filterFault(
          index,
          'value',
          `must be the id of a segment of the project; it is ${JSON.stringify(id)}`,
        );
      });
      count += 1;
      length += condition.sql.length;
      if (count === 1 || (count <= MOST_SEGMENTS && length <= MOST_SQL)) continue;
      const message = `names the segment ${JSON.stringify(id)}, which together with those before it is too much for one alert: use fewer segments, or smaller ones`;
      throw filterFault(index, 'value', message);
    }
  }
}
