// Limits the nesting of JSON, so that writing it as JSON again overflows neither our stack nor a database's.

/** The most levels of nested objects and lists. */
export const MOST_LEVELS = 100;

/** Whether a value is nested deeper than MOST_LEVELS. It walks by level, since recursion could overflow the stack. */
export function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    const below: unknown[] = [];
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue;
      if (depth === MOST_LEVELS) return true;
      for (const inner of Object.values(one)) below.push(inner);
    }
    level = below;
  }
  return false;
}
