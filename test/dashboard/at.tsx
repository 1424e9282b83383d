// Provides what a part of the dashboard needs around it: the session, the place, and the scope of
// its queries.
/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { formatPlace, parsePlace } from '../../src/dashboard/state/place.js';
import { ScopeContext, useScopeOf } from '../../src/dashboard/state/scope.js';
import { SessionContext } from '../../src/dashboard/state/session.js';
import { NavigationContext } from '../../src/dashboard/state/use-place.js';

export interface AtProps {
  readonly hash: string;
  /** The parts of the API that are called. */
  readonly client: object;
  readonly go?: () => void;
  readonly children: ComponentChildren;
}

export function At({ hash, client, go = () => {}, children }: AtProps) {
  const place = parsePlace(hash);
  const hrefTo = () => formatPlace(place);
  const session = { client, apiKey: '', signOut: () => {} };
  return (
    <SessionContext.Provider value={session as never}>
      <NavigationContext.Provider value={{ place, hrefTo, go }}>
        <ScopeContext.Provider value={useScopeOf(place)}>{children}</ScopeContext.Provider>
      </NavigationContext.Provider>
    </SessionContext.Provider>
  );
}
