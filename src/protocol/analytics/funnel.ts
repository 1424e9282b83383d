// `GET /v0/funnel`: how many visitors went through a sequence of steps.
import {
  anything,
  array,
  type Infer,
  integer,
  number,
  object,
  oneOf,
  optional,
  string,
} from '../schema.js';
import { askedColumns, questionQuery } from './analytics-answer.js';
import { DIMENSIONS } from './dimensions.js';
import { conditionsSchema, filtersParameter } from './filters.js';

/** `event`: what SDKs record by themselves; `track`: an app's own; `decoded_log`: of contracts. */
const STEP_TYPES = ['event', 'track', 'decoded_log'] as const;

/** Names an event, under conditions. */
export const stepEventProperties = {
  type: oneOf(STEP_TYPES),
  event: string({ minLength: 1, maxLength: 255, description: 'Name of the event, or its type.' }),
  filters: optional(conditionsSchema),
};

const stepGroupOf = (keywords: { readonly additionalProperties: boolean }) =>
  array(
    object(
      {
        ...stepEventProperties,
        events: optional(array(anything(), { maxItems: 0, examples: [[]] })),
      },
      keywords,
    ),
    { maxItems: 10, description: 'Further events, any of which also counts.' },
  );

/** Further events of a step, any of which counts for it; they have no such events themselves. */
export const stepGroupSchema = stepGroupOf({ additionalProperties: true });
/** The same, but unknown keys are refused. */
export const plainStepGroupSchema = stepGroupOf({ additionalProperties: false });

/** One step: an event, or any of several, under conditions; further keys are kept (API document, Funnel step). */
export const funnelStepSchema = object(
  {
    ...stepEventProperties,
    events: optional(stepGroupSchema),
    name: optional(string({ maxLength: 255, description: 'Heading of the step.' })),
  },
  { title: 'FunnelStep', additionalProperties: true },
);

/** The steps of a funnel (decision N-19). */
export const funnelStepsSchema = array(funnelStepSchema, { minItems: 2, maxItems: 10 });

/** How long a visitor may take from the first step to the last (API document, Conversion window). */
export const conversionWindowSchema = object(
  {
    value: integer({ minimum: 1 }),
    unit: oneOf(['hour', 'day', 'week']),
  },
  { title: 'ConversionWindow' },
);

/** `closed`: visitors enter at the first step; `open`: at any step. Steps happen in order in both. */
export const FUNNEL_TYPES = ['closed', 'open'] as const;

/** Query of `GET /v0/funnel`. */
export const funnelQuerySchema = object({
  ...questionQuery,
  ...filtersParameter,
  steps: string({
    description:
      'JSON array of 2 to 10 steps: `[{"type":"event","event":"page"},{"type":"track","event":"swap"}]`.',
  }),
  conversion_window: optional(
    string({ description: 'JSON, `{"value":2,"unit":"hour"}` (the default); hour, day or week.' }),
  ),
  funnel_type: optional(
    oneOf(FUNNEL_TYPES, {
      description:
        'closed (default): visitors enter at the first step. open: they may enter at any step.',
    }),
  ),
  group_by: optional(
    oneOf(DIMENSIONS, {
      description:
        "Column of the visitor's first step to group by: the 10 largest values, and Others.",
    }),
  ),
});

/** Row of `GET /v0/funnel`; with `group_by` one column is named like it. */
export const funnelRowSchema = object(
  {
    ...askedColumns(DIMENSIONS),
    step: integer({ description: 'From 1.' }),
    event: string({ description: 'Name of the step, or of its event if it has none.' }),
    users: integer({ description: 'Visitors who reached the step.' }),
    converted: integer({ description: 'Those of them who came from the previous step.' }),
    conversion_rate: number({ description: 'Share of the visitors of the previous step, 0 to 1.' }),
    overall_rate: number({
      description:
        'Share of the visitors of the first step who completed all steps up to this one, 0 to 1.',
    }),
  },
  { title: 'FunnelRow' },
);

export type FunnelStep = Infer<typeof funnelStepSchema>;
export type FunnelStepEvent = Omit<FunnelStep, 'events' | 'name'>;
export type ConversionWindow = Infer<typeof conversionWindowSchema>;
export type FunnelType = (typeof FUNNEL_TYPES)[number];
export type FunnelRow = Infer<typeof funnelRowSchema>;
