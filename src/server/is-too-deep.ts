// How deep JSON may be: what is written as JSON again must exhaust neither our stack nor a database's.

/** Levels of objects and lists. */
export const MOST_LEVELS = 100;

/** Whether something has more levels than that. Level by level and not by recursion. */
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
