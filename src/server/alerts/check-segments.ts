// Whether the segments that an alert names are there.
import { DomainError } from '../domain-error.js';
import type { FindSegment } from '../profiles/service.js';
import { valuesOf } from './event-filters.js';
import { filterFault } from './filter-fault.js';
import type { AlertContent } from './store.js';

/** @throws {DomainError} INVALID_VALIDATION_REQUEST naming the filter whose segment is not of the project */
export async function checkSegments(
  { trigger_type, trigger_filters }: Pick<AlertContent, 'trigger_type' | 'trigger_filters'>,
  projectId: string,
  findSegment: FindSegment,
): Promise<void> {
  if (trigger_type !== 'user') return;
  for (const [index, { name, operator, value }] of trigger_filters.entries()) {
    if (name !== 'segment') continue;
    for (const id of valuesOf(operator, value)) {
      await findSegment(id, [projectId]).catch((error) => {
        if (!(error instanceof DomainError)) throw error;
        throw filterFault(index, 'value', `names no segment of the project: ${JSON.stringify(id)}`);
      });
    }
  }
}
