// Caches answers of public boards for a minute, since anybody may request them as often as they like.

const KEEP_MS = 60_000;
const MOST_KEPT = 200;
/** Limit of all cached answers together, in characters. */
const MOST_TEXT = 64_000_000;

interface Kept {
  readonly at: number;
  readonly text: Promise<string>;
  /** 0 until the answer is there. */
  size: number;
}

/** @param now a monotonic clock in milliseconds; default: time since the process began */
export function createPublicAnswers(now: () => number = () => performance.now()) {
  const kept = new Map<string, Kept>();

  /** Removes expired answers, and the oldest ones while a limit is exceeded. The map is ordered by age. */
  const bound = () => {
    let size = 0;
    for (const entry of kept.values()) size += entry.size;
    for (const [key, entry] of kept) {
      const isFull = kept.size > MOST_KEPT || size > MOST_TEXT;
      if (!isFull && now() - entry.at < KEEP_MS) break;
      size -= entry.size;
      kept.delete(key);
    }
  };

  /** Returns the cached answer under `key`, or calls `read` for it. Failures are not cached. */
  return (key: string, read: () => Promise<string>): Promise<string> => {
    bound();
    const known = kept.get(key);
    if (known) return known.text;
    const entry: Kept = { at: now(), text: read(), size: 0 };
    kept.set(key, entry);
    entry.text.then(
      ({ length }) => {
        entry.size = length;
        bound();
      },
      () => {
        if (kept.get(key) === entry) kept.delete(key);
      },
    );
    return entry.text;
  };
}
