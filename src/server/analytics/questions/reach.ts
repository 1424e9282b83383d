// How far visitors come in a funnel of few steps, as SQL over the sorted places of their events.
//
// The result is that of the engine's `windowFunnel`, which keeps twice the bytes for each event and sorts
// pairs: most of the cost of such a funnel besides reading. These expressions grow with the square of the
// steps, and above FEW_STEPS the engine takes longer to plan them than they save.

export const FEW_STEPS = 4;

/**
 * The low bits of `event_order` (16 values) are replaced by the step, to order the steps of a single event.
 */
const STEPS_PER_ORDER = 16;

/** The order of an event with its step: of one event's several steps, the latest comes first. */
export const placeOf = (order: string, step: string): string =>
  `bitAnd(${order}, bitNot(toUInt64(${STEPS_PER_ORDER - 1}))) + toUInt64(${STEPS_PER_ORDER} - ${step})`;

interface Ways {
  /** The step at which visitors enter, from 1. */
  readonly entry: number;
  readonly last: number;
  /** A bound value: most distance between the place of the entry and that of a step. */
  readonly window: string;
}

/**
 * How many consecutive steps a visitor `v` with sorted `places` took within the window, as SQL.
 *
 * Step by step, each event of a step is given the place of the entry that led to it, or 0 if none did. It is
 * taken from the nearest event of the step before, since that has the latest entry, which leaves most time.
 */
export function reach({ entry, last, window }: Ways): string {
  const led = (step: number) => `led_${entry}_${step}`;
  const isOf = (step: number) =>
    `bitAnd(place, ${STEPS_PER_ORDER - 1}) = ${STEPS_PER_ORDER - step}`;
  const ledTo = (step: number) =>
    step === entry
      ? `arrayMap(place -> if(${isOf(step)}, place, 0), v.places) AS ${led(step)}`
      : `arrayMap((place, since) -> if(${isOf(step)} AND place - since <= ${window}, since, 0),
        v.places, arrayFill(since -> since > 0, ${led(step - 1)})) AS ${led(step)}`;
  return Array.from({ length: last - entry + 1 }, (_, index) => entry + index)
    .map((step) => `(arrayMax(${ledTo(step)}) > 0)`)
    .join(' + ');
}
