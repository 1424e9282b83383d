// `GET /v0/retention` and `GET /v0/lifecycle`: who comes back.
import { type Infer, integer, number, object, oneOf, optional, string } from '../schema.js';
import { questionQuery } from './analytics-answer.js';
import { filtersParameter } from './filters.js';

/** Lengths of a period; weeks begin on Monday. */
export const PERIODS = ['day', 'week', 'month'] as const;

const period = optional(oneOf(PERIODS, { description: 'Length of a period. Default: day.' }));

/** Query of `GET /v0/retention`. */
export const retentionQuerySchema = object({
  ...questionQuery,
  ...filtersParameter,
  period,
  entry: optional(
    string({
      description:
        'JSON of the event with which a visitor enters, like a funnel step. Default: any.',
    }),
  ),
  return: optional(
    string({ description: 'JSON of the event that counts as a return. Default: any.' }),
  ),
});

/** Row of `GET /v0/retention`: one for each cohort and each period since. */
export const retentionRowSchema = object(
  {
    cohort: string({
      format: 'date',
      description: "First day of the period of the visitors' entry.",
    }),
    period: integer({
      minimum: 0,
      description: 'Number of periods since the entry; 0 is the entry itself.',
    }),
    size: integer({ description: 'Visitors of the cohort.' }),
    users: integer({ description: 'Visitors of the cohort who came back in the period.' }),
    rate: number({ description: 'users / size' }),
  },
  { title: 'RetentionRow' },
);

/** Query of `GET /v0/lifecycle`. */
export const lifecycleQuerySchema = object({ ...questionQuery, ...filtersParameter, period });

/** Row of `GET /v0/lifecycle`: visitors of a period by what they did before. */
export const lifecycleRowSchema = object(
  {
    date: string({ format: 'date', description: 'First day of the period.' }),
    new: integer({ description: 'Visitors seen for the first time.' }),
    returning: integer({ description: 'Visitors also seen in the previous period.' }),
    resurrected: integer({ description: 'Visitors seen earlier, but not in the previous period.' }),
    dormant: integer({ description: 'Visitors seen in the previous period, but not in this one.' }),
  },
  { title: 'LifecycleRow' },
);

export type Period = (typeof PERIODS)[number];
export type RetentionRow = Infer<typeof retentionRowSchema>;
export type LifecycleQuery = Infer<typeof lifecycleQuerySchema>;
export type LifecycleRow = Infer<typeof lifecycleRowSchema>;
