// Keeps complete events in memory, and nowhere else, while the visitor has not decided.

export interface HoldingOptions<E> {
  /** Most events held; beyond it the oldest go. */
  readonly maxEvents: number;
  readonly pass: (event: E) => void;
  readonly onExcess: () => void;
}

export const createHolding = <E>({ maxEvents, pass, onExcess }: HoldingOptions<E>) => {
  let held: E[] = [];
  return {
    add: (event: E) => {
      held.push(event);
      if (held.length > maxEvents) {
        held.shift();
        onExcess();
      }
    },
    size: () => held.length,
    /** Lets everything pass, each event changed by `change`. */
    open: (change: (event: E) => E) => {
      const waiting = held;
      held = [];
      for (const event of waiting) pass(change(event));
    },
    /** Forgets what is held. */
    clear: () => {
      held = [];
    },
  };
};
