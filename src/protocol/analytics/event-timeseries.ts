// `GET /v0/event_timeseries`: how often events happened, day by day.
import { type Infer, integer, object, oneOf, optional, string } from '../schema.js';
import { questionQuery } from './analytics-answer.js';
import { DIMENSIONS } from './dimensions.js';
import { filtersParameter } from './filters.js';

/** Query of `GET /v0/event_timeseries`. */
export const eventTimeseriesQuerySchema = object({
  ...questionQuery,
  ...filtersParameter,
  exclude: optional(string({ description: 'Event types to leave out, with commas between them.' })),
  group_by: optional(
    oneOf(DIMENSIONS, {
      description:
        'Column whose values are counted instead of the kinds of events: the 100 most frequent ones, and Others.',
    }),
  ),
});

/** Row of `GET /v0/event_timeseries`. */
export const eventTimeseriesRowSchema = object(
  {
    date: string({ format: 'date' }),
    event_key: string({
      description: 'Type of the event, or its name when it has one; with `group_by` the value.',
    }),
    count: integer(),
  },
  { title: 'EventTimeseriesRow' },
);

export type EventTimeseriesQuery = Infer<typeof eventTimeseriesQuerySchema>;
export type EventTimeseriesRow = Infer<typeof eventTimeseriesRowSchema>;
