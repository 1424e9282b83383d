// Answers of public boards, kept for a minute: anybody may ask for one, as often as they like.

const KEEP_MS = 60_000;
const MOST_KEPT = 200;
/** Of all kept answers together, in characters. */
const MOST_TEXT = 64_000_000;

interface Kept {
  readonly at: number;
  readonly text: Promise<string>;
  /** 0 until it is there. */
  size: number;
}

/** @param now milliseconds that only grow; default: since the process began */
export function createPublicAnswers(now: () => number = () => performance.now()) {
  const kept = new Map<string, Kept>();

  /** The oldest are the first. */
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

  /** The answer under `key`, which `read` makes where none is kept; one that fails is not. */
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
