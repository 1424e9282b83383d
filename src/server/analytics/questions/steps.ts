// Which events fit a step, as SQL.
import type { FunnelStep, FunnelStepEvent } from '../../../protocol/analytics/funnel.js';
import { allOf } from '../condition-sql.js';
import { type Condition, readStepConditions } from '../conditions.js';
import type { Bind } from '../statement.js';

/** A step whose conditions are read. */
export interface Step {
  /** What it is called: its own name, else its event's. */
  readonly name: string;
  /** Any of these. */
  readonly events: readonly StepEvent[];
  /** Hold for all of them. */
  readonly conditions: readonly Condition[];
}

interface StepEvent {
  readonly type: FunnelStepEvent['type'];
  readonly event: string;
  readonly conditions: readonly Condition[];
}

/**
 * @param place of the step, for refusals: `{ param: 'query.steps', path: '0.' }`
 * @throws {DomainError} INVALID_VALIDATION_REQUEST when a condition makes no sense
 */
export const readStep = (
  step: FunnelStep,
  place: { readonly param: string; readonly path: string },
): Step => {
  const { name, type, event, filters = [], events = [] } = step;
  return {
    name: name ?? event,
    // A step's filters hold for its whole group, so they are not its first event's alone.
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

/** The place of a step whose name an earlier one has: it would be told apart from that one by nothing (decision N-18). */
export function repeatedName(steps: readonly FunnelStep[]): number | undefined {
  const isRepeated = ({ name }: FunnelStep, index: number) =>
    name !== undefined && steps.findIndex((other) => other.name === name) < index;
  const place = steps.findIndex(isRepeated);
  return place < 0 ? undefined : place;
}

export const NAME_IS_TAKEN = 'must be the name of no other step';

/** Whether the event `e` fits. */
export const fits = ({ events, conditions }: Step, bind: Bind): string =>
  `((${events.map((event) => `(${fitsEvent(event, bind)})`).join(' OR ')}) AND ${allOf(conditions, bind)})`;

function fitsEvent({ type, event, conditions }: StepEvent, bind: Bind): string {
  const what =
    type === 'event'
      ? `e.type = ${bind(event, 'String')}`
      : `e.type = '${type}' AND e.event = ${bind(event, 'String')}`;
  return `${what} AND ${allOf(conditions, bind)}`;
}

/** Whether no event fits two of them, whatever their conditions say. */
export const areApart = (steps: readonly Step[]): boolean =>
  steps.every((step, index) =>
    steps
      .slice(index + 1)
      .every((other) => step.events.every((a) => other.events.every((b) => !mayBeOne(a, b)))),
  );

/** A step of type `event` names a type of events, any other a type and a name. */
function mayBeOne(a: StepEvent, b: StepEvent): boolean {
  const typeOf = ({ type, event }: StepEvent): string => (type === 'event' ? event : type);
  const isNamed = a.type !== 'event' && b.type !== 'event';
  return typeOf(a) === typeOf(b) && !(isNamed && a.event !== b.event);
}
