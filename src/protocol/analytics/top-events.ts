// `GET /v0/top_events`: events by how often they happened.
import { type Infer, integer, object, oneOf, optional, string } from '../schema.js';
import { questionQuery, rowRange } from './analytics-answer.js';
import { filtersParameter } from './filters.js';

/** Query of `GET /v0/top_events`. */
export const topEventsQuerySchema = object({
  ...questionQuery,
  ...rowRange,
  ...filtersParameter,
  type: optional(
    oneOf(['custom'], { description: 'Only track events with a name. Omit for all events.' }),
  ),
});

/** Row of `GET /v0/top_events`. */
export const topEventsRowSchema = object(
  {
    project_id: string(),
    type: string(),
    event: string({ description: 'Name of a track event, else empty.' }),
    hits: integer(),
  },
  { title: 'TopEventsRow' },
);

export type TopEventsQuery = Infer<typeof topEventsQuerySchema>;
export type TopEventsRow = Infer<typeof topEventsRowSchema>;
