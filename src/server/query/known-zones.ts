// Bounds how many time zones queries may name: the engine keeps 4.6 MB for each until it ends (see time-zones.ts).

/** Different zones in all queries since the start of this process; they take 0.9 GB of the engine's memory. */
const MOST_ZONES = 200;
/** Zones that one workspace may be the first to name, so that it cannot use up the bound for all others. */
const MOST_OF_WORKSPACE = 20;

/** The time zones of one query. They count only when it is accepted: for a refused one the engine loads none. */
export interface QueryZones {
  /** @returns why the query may not name the zone; `undefined` where it may */
  refusal(zone: string): string | undefined;
  keep(): void;
}

/** Counts the zones that queries named, by the workspace that was the first (for charts, by the project). */
export function createTimeZones() {
  const known = new Set<string>();
  const broughtBy = new Map<string, number>();
  return (workspaceId: string): QueryZones => {
    const brought = new Set<string>();
    const before = broughtBy.get(workspaceId) ?? 0;
    return {
      refusal(zone) {
        if (known.has(zone) || brought.has(zone)) return undefined;
        if (before + brought.size >= MOST_OF_WORKSPACE) {
          return `this workspace already uses ${MOST_OF_WORKSPACE} other time zones, which is the limit`;
        }
        if (known.size + brought.size >= MOST_ZONES) {
          return `queries already use ${MOST_ZONES} other time zones, which is the limit of this server`;
        }
        brought.add(zone);
        return undefined;
      },
      keep() {
        for (const zone of brought) known.add(zone);
        if (brought.size > 0) broughtBy.set(workspaceId, before + brought.size);
      },
    };
  };
}
