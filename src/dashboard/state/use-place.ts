// The place that the address names, and the ways to others.
import { createContext } from 'preact';
import { useContext, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { formatPlace, type Place, parsePlace, projectOf, withProject } from './place.js';

export interface Navigation {
  readonly place: Place;
  /** The address of a place that differs from this one. */
  hrefTo(change: Partial<Place>): string;
  /** Goes there, as a step that the back button undoes. */
  go(change: Partial<Place>): void;
}

/** Another view begins without the id and the options of the one before; the project is of all views. */
const changed = (place: Place, change: Partial<Place>): Place =>
  change.view === undefined
    ? { ...place, ...change }
    : {
        ...{ ...place, id: undefined, ...change },
        options: withProject(change.options ?? {}, projectOf(place)),
      };

export const NavigationContext = createContext<Navigation | undefined>(undefined);

export function useNavigation(): Navigation {
  const navigation = useContext(NavigationContext);
  if (navigation === undefined) throw new Error('There is no navigation around this part.');
  return navigation;
}

/** For the root: follows the address. */
export function useAddress(): Navigation {
  const [hash, setHash] = useState(location.hash);
  // With what is drawn, since its links may be followed at once.
  useLayoutEffect(() => {
    const follow = () => setHash(location.hash);
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  return useMemo(() => {
    const place = parsePlace(hash);
    const hrefTo = (change: Partial<Place>) => formatPlace(changed(place, change));
    return {
      place,
      hrefTo,
      go: (change) => {
        location.hash = hrefTo(change);
      },
    };
  }, [hash]);
}
