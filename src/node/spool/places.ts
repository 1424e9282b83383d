// Where on disk the events are that the tracker has in memory.
import type { Segment } from './segment.js';

interface Place {
  readonly segment: Segment;
  readonly line: number;
}

export interface Places {
  has(id: string): boolean;
  set(id: string, place: Place): void;
  /** Forgets events; answers their lines by segment. Unknown ids are ignored. */
  remove(ids: readonly string[]): ReadonlyMap<Segment, readonly number[]>;
  idsIn(segment: Segment): readonly string[];
}

export const createPlaces = (): Places => {
  const places = new Map<string, Place>();
  return {
    has: (id) => places.has(id),
    set: (id, place) => void places.set(id, place),
    remove: (ids) => {
      const lines = new Map<Segment, number[]>();
      for (const id of ids) {
        const place = places.get(id);
        if (!place) continue;
        places.delete(id);
        const known = lines.get(place.segment);
        if (known) known.push(place.line);
        else lines.set(place.segment, [place.line]);
      }
      return lines;
    },
    idsIn: (segment) =>
      [...places].flatMap(([id, place]) => (place.segment === segment ? [id] : [])),
  };
};
