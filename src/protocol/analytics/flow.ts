// `GET /v0/flow`: which ways sessions take, step by step.
import { FLOW_NODES, FLOW_STEPS } from '../limits.js';
import { type Infer, integer, object, optional, string } from '../schema.js';
import { questionQuery } from './analytics-answer.js';
import { filtersParameter } from './filters.js';

/** Query of `GET /v0/flow`. */
export const flowQuerySchema = object({
  ...questionQuery,
  ...filtersParameter,
  start: optional(
    string({
      description:
        'JSON of the event where the paths start, like a funnel step: its first occurrence in a session. ' +
        "Default: the session's first event in the range of days.",
    }),
  ),
  max_steps: optional(integer({ ...FLOW_STEPS, description: 'Steps of a path.' })),
  nodes_per_step: optional(
    integer({ ...FLOW_NODES, description: 'Distinct nodes at each step; the rest is Others.' }),
  ),
});

/** Row of `GET /v0/flow`: one arrow of the picture. */
export const flowRowSchema = object(
  {
    step: integer({ description: 'Step of the source, from 1.' }),
    source: string({ description: 'Path of a page, or the name or type of an event.' }),
    target: string({ description: 'The next node; empty where the path ends.' }),
    sessions: integer(),
  },
  { title: 'FlowRow' },
);

export type FlowRow = Infer<typeof flowRowSchema>;
