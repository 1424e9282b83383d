// How fast and steady a page was, from what the browser measured: the definitions of
// https://web.dev/articles/vitals.

/**
 * The properties that are read of performance entries; undefined where a kind of entry lacks them.
 */
export interface VitalEntry {
  readonly entryType: string;
  readonly name: string;
  readonly startTime: number;
  readonly duration: number;
  readonly value?: number;
  readonly hadRecentInput?: boolean;
  readonly interactionId?: number;
}

export interface Vitals {
  add(entries: Iterable<VitalEntry>): void;
  /** The measures so far, in milliseconds; undefined where there is none. */
  read(): {
    readonly fcp: number | undefined;
    readonly lcp: number | undefined;
    readonly inp: number | undefined;
    /** No unit. */
    readonly cls: number;
  };
}

/**
 * A group of layout shifts ends after SHIFT_GAP_MS without one, or SHIFT_WINDOW_MS after its first.
 * Milliseconds.
 */
const SHIFT_GAP_MS = 1_000;
const SHIFT_WINDOW_MS = 5_000;

/** For each so many interactions the longest one is left out: about the 98th percentile. */
const INTERACTIONS_AN_OUTLIER = 50;
const MOST_INTERACTIONS = 10;

const createShifts = () => {
  let worst = 0;
  let sum = 0;
  let first = 0;
  let last = Number.NEGATIVE_INFINITY;
  return {
    worst: () => worst,
    add: ({ startTime, value = 0 }: VitalEntry) => {
      if (startTime - last >= SHIFT_GAP_MS || startTime - first >= SHIFT_WINDOW_MS) {
        sum = 0;
        first = startTime;
      }
      last = startTime;
      sum += value;
      worst = Math.max(worst, sum);
    },
  };
};

const createInteractions = (countAll: () => number | undefined) => {
  /** The longest interactions, by id; each has several event entries. */
  const longest = new Map<number, number>();
  const seen = new Set<number>();
  const inOrder = () => [...longest].sort((a, b) => b[1] - a[1]);
  return {
    add: ({ interactionId: id, duration }: VitalEntry) => {
      if (!id) return;
      seen.add(id);
      longest.set(id, Math.max(duration, longest.get(id) ?? 0));
      const shortest = inOrder()[MOST_INTERACTIONS];
      if (shortest) longest.delete(shortest[0]);
    },
    read: () => {
      const outliers = Math.floor((countAll() ?? seen.size) / INTERACTIONS_AN_OUTLIER);
      return inOrder()[Math.min(outliers, longest.size - 1)]?.[1];
    },
  };
};

/**
 * @param hiddenAt when the page was first hidden: a later paint says nothing about its speed
 * @param countInteractions counts all interactions, also the short ones; undefined when the browser
 * does not
 */
export const createVitals = (
  hiddenAt: number,
  countInteractions: () => number | undefined,
): Vitals => {
  const shifts = createShifts();
  const interactions = createInteractions(countInteractions);
  let fcp: number | undefined;
  let lcp: number | undefined;

  const readers: Readonly<Record<string, (entry: VitalEntry) => void>> = {
    paint: ({ name, startTime }) => {
      if (name === 'first-contentful-paint' && startTime < hiddenAt) fcp = startTime;
    },
    'largest-contentful-paint': ({ startTime }) => {
      if (startTime < hiddenAt) lcp = startTime;
    },
    'layout-shift': (entry) => {
      if (!entry.hadRecentInput) shifts.add(entry);
    },
    event: interactions.add,
    'first-input': interactions.add,
  };
  return {
    add: (entries) => {
      for (const entry of entries) readers[entry.entryType]?.(entry);
    },
    read: () => ({ fcp, lcp, inp: interactions.read(), cls: shifts.worst() }),
  };
};
