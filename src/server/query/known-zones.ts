// How many time zones queries may name: the engine keeps 4.6 MB of each until it ends (see time-zones.ts).

/** Different ones, of all queries that a service ever ran: 0.9 GB of the engine's. */
const MOST_ZONES = 200;
/** Of those, the ones that one workspace named before all others, so that it takes them from none. */
const MOST_OF_WORKSPACE = 20;

/** The time zones of one query: they count once it is not refused, as the engine reads none of another. */
export interface QueryZones {
  /** @returns why the query may not name the zone; `undefined` where it may */
  refusal(zone: string): string | undefined;
  keep(): void;
}

/** The time zones that queries named, by the workspace that was the first (of charts, the project). */
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
          return `queries of this workspace brought in ${MOST_OF_WORKSPACE} other time zones already, which is most`;
        }
        if (known.size + brought.size >= MOST_ZONES) {
          return `queries named ${MOST_ZONES} other time zones already, which is most`;
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
