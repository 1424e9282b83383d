// The project's write key: what may be one, and how a refused or rotated one is replaced.
import { textOf } from './plugins.js';
import type { Tracker, TrackerFault } from './tracker-types.js';

/**
 * Whether a header can carry the key: with any other, each request would fail as if there were no
 * network.
 */
export const isWriteKey = (key: unknown): key is string =>
  typeof key === 'string' && /^\s*[!-~][ -~]*\s*$/.test(key);

export interface WriteKey extends Pick<Tracker, 'setWriteKey'> {
  /** The current key, trimmed: it may come from a file with a line end. */
  writeKey(): string;
}

/** @param onReplaced called when another key is in place */
export const createWriteKey = (
  first: string,
  onReplaced: () => void,
  onFault: (fault: TrackerFault) => void,
): WriteKey => {
  let current = first.trim();
  return {
    writeKey: () => current,
    setWriteKey: (key) => {
      if (!isWriteKey(key)) {
        const message = `setWriteKey(${textOf(key)}): pass a write key. The old one stays.`;
        return onFault({ code: 'invalid_call', message });
      }
      current = key.trim();
      onReplaced();
    },
  };
};
