// Reads the steps of funnels, retention and flows, and writes the SQL that tells which events fit one.
import type { FunnelStep, FunnelStepEvent } from '../../../protocol/analytics/funnel.js';
import type { FieldFault } from '../../errors/invalid-fields.js';
import { allOf } from '../condition-sql.js';
import { type Condition, readStepConditions } from '../conditions.js';
import type { Bind } from '../statement.js';

/** A step whose conditions are checked. */
export interface Step {
  /** The step's own name, else the name of its event. */
  readonly name: string;
  /** An event that is any of these fits the step. */
  readonly events: readonly StepEvent[];
  /** Conditions that hold for all of `events`. */
  readonly conditions: readonly Condition[];
}

interface StepEvent {
  readonly type: FunnelStepEvent['type'];
  readonly event: string;
  readonly conditions: readonly Condition[];
}

/**
 * @param place of the step in the request, for errors: `{ param: 'query.steps', path: '0.' }`
 * @throws {DomainError} INVALID_VALIDATION_REQUEST when a condition makes no sense
 */
export const readStep = (
  step: FunnelStep,
  place: { readonly param: string; readonly path: string },
): Step => {
  const { name, type, event, filters = [], events = [] } = step;
  return {
    name: name ?? event,
    // A step's filters apply to all its events, so they are not put on the first event alone.
    events: [
      { type, event, conditions: [] },
      ...events.map((one, index) => ({
        type: one.type,
        event: one.event,
        conditions: readStepConditions(one.filters ?? [], {
          param: place.param,
          path: `${place.path}events.${index}.`,
        }),
      })),
    ],
    conditions: readStepConditions(filters, place),
  };
};

/**
 * The fault of the first step whose name an earlier step has: in the answer, the two could not be told apart
 * (decision N-18). Its path is that in the list of steps, such as `1.name`.
 */
export function repeatedName(steps: readonly FunnelStep[]): FieldFault | undefined {
  const isRepeated = ({ name }: FunnelStep, index: number) =>
    name !== undefined && steps.findIndex((other) => other.name === name) < index;
  const place = steps.findIndex(isRepeated);
  if (place < 0) return undefined;
  const name = JSON.stringify(steps[place]?.name);
  return [`${place}.name`, `must be unique, but another step is named ${name}, too`];
}

/** SQL of whether the event `e` fits the step. */
export const fits = ({ events, conditions }: Step, bind: Bind): string =>
  `((${events.map((event) => `(${fitsEvent(event, bind)})`).join(' OR ')}) AND ${allOf(conditions, bind)})`;

function fitsEvent({ type, event, conditions }: StepEvent, bind: Bind): string {
  const what =
    type === 'event'
      ? `e.type = ${bind(event, 'String')}`
      : `e.type = '${type}' AND e.event = ${bind(event, 'String')}`;
  return `${what} AND ${allOf(conditions, bind)}`;
}

/** Whether no event can fit two of the steps, judged by types and names alone. */
export const areApart = (steps: readonly Step[]): boolean =>
  steps.every((step, index) =>
    steps
      .slice(index + 1)
      .every((other) => step.events.every((a) => other.events.every((b) => !mayBeOne(a, b)))),
  );

/** Whether one event can be both. For `type: 'event'`, `event` is the type of events, else a name within the type. */
function mayBeOne(a: StepEvent, b: StepEvent): boolean {
  const typeOf = ({ type, event }: StepEvent): string => (type === 'event' ? event : type);
  const isNamed = a.type !== 'event' && b.type !== 'event';
  return typeOf(a) === typeOf(b) && !(isNamed && a.event !== b.event);
}
