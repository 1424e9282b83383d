// How a page felt, from what the browser measured: the definitions of https://web.dev/articles/vitals.

/** The parts of the entries that are read; what a kind of entry lacks is undefined. */
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
  /** Longest paint, interaction and shift so far; undefined where there was none. Milliseconds. */
  read(): {
    readonly fcp: number | undefined;
    readonly lcp: number | undefined;
    readonly inp: number | undefined;
    /** No unit. */
    readonly cls: number;
  };
}

/** A window of layout shifts ends after this long without one, and after that long. Milliseconds. */
const SHIFT_GAP_MS = 1_000;
const SHIFT_WINDOW_MS = 5_000;

/** One of the longest is left out for each so many interactions: about the 98th percentile. */
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
  /** The longest ones, by id; an interaction is several events. */
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
 * @param countInteractions all of them, also the short ones; undefined when the browser does not count
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
