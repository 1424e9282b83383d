// How far visitors come in a funnel of few steps, as SQL over the sorted places of their events.
//
// The engine's own `windowFunnel` says the same. It keeps twice the bytes for each event and sorts them as
// pairs, which was most of what such a funnel cost besides reading. The expressions grow with the square
// of the steps, and beyond these the engine takes longer to plan them than they save.

export const FEW_STEPS = 4;

/** Of the orders of one millisecond, so many are given up to tell the steps of one event apart. */
const STEPS_PER_ORDER = 16;

/** When an event took a step, and which: of one event's steps the latest comes first. */
export const placeOf = (order: string, step: string): string =>
  `bitAnd(${order}, bitNot(toUInt64(${STEPS_PER_ORDER - 1}))) + toUInt64(${STEPS_PER_ORDER} - ${step})`;

interface Ways {
  /** The step at which visitors enter, from 1. */
  readonly entry: number;
  readonly last: number;
  /** As bound: so far may the place of a step be from that of the entry. */
  readonly window: string;
}

/**
 * How many steps a visitor `v` with sorted `places` did in a row, in time.
 *
 * One step after another, each of its events is given the place of the latest entry that led to it (the
 * one behind the nearest event of the step before: no other leaves more time), or 0 when none did.
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
