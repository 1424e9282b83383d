// How large, deep and wide one event may be. What goes beyond is no analytics data and is refused.
import { MAX_EVENT_DEPTH, MAX_EVENT_TEXT_LENGTH, MAX_EVENT_VALUES } from '../../protocol/limits.js';

/** Characters of one key. */
export const MAX_EVENT_KEY_LENGTH = 1_024;

type Node = Readonly<Record<string, unknown>> | readonly unknown[];

/**
 * What is too much about an event, if anything: `is nested deeper than 32 levels`.
 * Goes level by level and not by recursion: the deepest event takes no more stack than a flat one.
 */
export function excessOf(event: Node): string | undefined {
  let level: readonly Node[] = [event];
  let values = 0;
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_EVENT_DEPTH) return `is nested deeper than ${MAX_EVENT_DEPTH} levels`;
    const below: Node[] = [];
    for (const node of level) {
      const entries = Array.isArray(node) ? node : Object.values(node);
      values += entries.length;
      if (values > MAX_EVENT_VALUES) return `has more than ${MAX_EVENT_VALUES} values`;
      if (entries !== node && Object.keys(node).some(isLongKey)) {
        return `has a key longer than ${MAX_EVENT_KEY_LENGTH} characters`;
      }
      for (const entry of entries) {
        if (typeof entry === 'string') {
          if (entry.length <= MAX_EVENT_TEXT_LENGTH) continue;
          return `has a text longer than ${MAX_EVENT_TEXT_LENGTH} characters`;
        }
        if (typeof entry === 'object' && entry !== null) below.push(entry);
      }
    }
    level = below;
  }
  return undefined;
}

const isLongKey = (key: string): boolean => key.length > MAX_EVENT_KEY_LENGTH;
