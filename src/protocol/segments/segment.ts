// Segments: saved conditions on wallets, and on what these did.
import { plainStepGroupSchema, stepEventProperties, stepGroupSchema } from '../analytics/funnel.js';
import { displayName } from '../display-name.js';
import { MAX_PROFILE_CONDITIONS, MAX_SEGMENT_BEHAVIORS } from '../limits.js';
import { listAnswer, pageQuery } from '../lists.js';
import { projectQuery } from '../profiles/profile.js';
import { profileConditionSchema } from '../profiles/search.js';
import {
  array,
  type Infer,
  integer,
  nullable,
  object,
  oneOf,
  optional,
  string,
} from '../schema.js';

/** How a count is compared. */
export const COUNT_OPERATORS = ['gte', 'gt', 'lte', 'lt', 'eq', 'neq'] as const;

const behaviorProperties = {
  ...stepEventProperties,
  events: optional(stepGroupSchema),
  op: optional(oneOf(COUNT_OPERATORS, { description: 'Default: gte.' })),
  count: optional(
    integer({
      minimum: 0,
      maximum: 1_000_000,
      description: 'How often; default 1. With `eq`, 0 means never.',
    }),
  ),
  days: optional(
    integer({
      minimum: 1,
      maximum: 3_650,
      description: 'Within the last UTC days, today included. Default: ever.',
    }),
  ),
};

/** What a wallet did, and how often: events that carry its address. */
export const behaviorSchema = object(behaviorProperties, { title: 'Behavior' });

/**
 * The same as callers send it, where unknown keys are refused: a misspelled `operator` for `op`
 * would choose other wallets (decision N-79).
 */
const newBehaviorSchema = object(
  { ...behaviorProperties, events: optional(plainStepGroupSchema) },
  { title: 'NewBehavior', additionalProperties: false },
);

const content = {
  name: displayName,
  logic: oneOf(['and', 'or'], {
    default: 'and',
    description: 'Conditions and behaviors together: all hold, or any.',
  }),
  conditions: array(profileConditionSchema, {
    maxItems: MAX_PROFILE_CONDITIONS,
    description: 'Conditions as in the search of profiles.',
  }),
};
const ofBehaviors = { maxItems: MAX_SEGMENT_BEHAVIORS };

/** Body of `POST /v0/segments`: one condition or behavior at least. */
export const newSegmentSchema = object(
  {
    name: content.name,
    description: optional(nullable(string({ maxLength: 2_000 }))),
    logic: optional(content.logic),
    conditions: optional(content.conditions),
    behaviors: optional(array(newBehaviorSchema, ofBehaviors)),
  },
  { title: 'NewSegment' },
);

export const segmentSchema = object(
  {
    id: string(),
    project_id: string(),
    ...content,
    behaviors: array(behaviorSchema, ofBehaviors),
    description: nullable(string()),
    created_at: string({ format: 'date-time' }),
  },
  { title: 'Segment' },
);

export const segmentParamsSchema = object({
  segmentId: string({ description: 'Id of a segment.' }),
});
export const segmentListQuerySchema = object({ ...pageQuery, ...projectQuery });
export const segmentListSchema = listAnswer(segmentSchema);

export type Behavior = Infer<typeof behaviorSchema>;
export type NewSegment = Infer<typeof newSegmentSchema>;
export type Segment = Infer<typeof segmentSchema>;
