// Navigation: the place that the page's address names, and links to other places.
import { createContext } from 'preact';
import { useContext, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { formatPlace, type Place, parsePlace, projectOf, withProject } from './place.js';

export interface Navigation {
  readonly place: Place;
  /** The address of the present place with this change. */
  hrefTo(change: Partial<Place>): string;
  /** Goes to the present place with this change; the browser's back button undoes it. */
  go(change: Partial<Place>): void;
}

/** A change of the view drops the id and the options of the one before, except for the project. */
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

/** Follows the page's address, for the root of the page. */
export function useAddress(): Navigation {
  const [hash, setHash] = useState(location.hash);
  // A layout effect listens before links can be clicked: an ordinary one runs later, and might miss the first.
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
