// `GET /v0/kpis`: the figures at the top of a dashboard.
import { boolean, type Infer, integer, number, object, optional } from '../schema.js';
import { questionQuery } from './analytics-answer.js';
import { filtersParameter } from './filters.js';

/** Each figure, and whether it is a whole number. */
export const KPIS = {
  visitors: integer({ description: 'Distinct visitors.' }),
  sessions: integer({ description: 'Distinct sessions.' }),
  wallets: integer({ description: 'Distinct wallets.' }),
  hits: integer({ description: 'Page views; with filters on events, the events that match.' }),
  events: integer({ description: 'Events of all kinds.' }),
  bounce_rate: number({ description: 'Share of the sessions with at most one page view, 0 to 1.' }),
  session_seconds: number({
    description: 'Mean time from the first to the last event of a session.',
  }),
  revenue: number(),
  volume: number(),
};

export type Kpi = keyof typeof KPIS;

/** Query of `GET /v0/kpis`. */
export const kpisQuerySchema = object({
  ...questionQuery,
  ...filtersParameter,
  include_previous_period: optional(
    boolean({
      description:
        'Adds `<name>_current` and `<name>_previous` of the period of equal length that ends the day before `date_from`.',
    }),
  ),
});

const withSuffixes = Object.fromEntries(
  Object.entries(KPIS).flatMap(([name, schema]) => [
    [`${name}_current`, optional(schema)],
    [`${name}_previous`, optional(schema)],
  ]),
) as Record<`${Kpi}_${'current' | 'previous'}`, ReturnType<typeof optional<number>>>;

/** The one row of `GET /v0/kpis`. */
export const kpisRowSchema = object({ ...KPIS, ...withSuffixes }, { title: 'KpisRow' });

export type KpisQuery = Infer<typeof kpisQuerySchema>;
export type KpisRow = Infer<typeof kpisRowSchema>;
