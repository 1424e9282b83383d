// Keeps complete events in memory, and nowhere else, while the visitor has not decided.

export interface HoldingOptions<E> {
  readonly isOpen: boolean;
  /** Most events held; beyond it the oldest go. */
  readonly maxEvents: number;
  readonly pass: (event: E) => void;
  readonly onExcess: () => void;
}

export const createHolding = <E>({ isOpen, maxEvents, pass, onExcess }: HoldingOptions<E>) => {
  /** Undefined while events may pass. */
  let held: E[] | undefined = isOpen ? undefined : [];
  return {
    add: (event: E) => {
      if (!held) return pass(event);
      held.push(event);
      if (held.length > maxEvents) {
        held.shift();
        onExcess();
      }
    },
    size: () => held?.length ?? 0,
    /** Lets everything pass, each event changed by `change`. */
    open: (change: (event: E) => E) => {
      const waiting = held ?? [];
      held = undefined;
      for (const event of waiting) pass(change(event));
    },
    /** Forgets what is held, and holds what comes. */
    shut: () => {
      held = [];
    },
  };
};
