// Values that last as long as the tracker: where nothing better exists, and in tests.
import type { KeyValue } from './ports.js';

export const createMemoryKeyValue = (): KeyValue => {
  const values = new Map<string, string>();
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
  };
};
