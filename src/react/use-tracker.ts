// useTracker: the tracker of the provider above.
import { useContext } from 'react';
import type { AnyEvents, Tracker } from '../core/tracker-types.js';
import { TrackerContext } from './tracker-context.js';

/**
 * The tracker, the same in each render. Call its verbs in effects and handlers. Without a
 * `<TrackerProvider>` above they do nothing, and say so once.
 *
 * @typeParam Events the app's own events, for the compiler to check
 */
export const useTracker = <Events extends object = AnyEvents>(): Tracker<Events> =>
  useContext(TrackerContext).tracker as unknown as Tracker<Events>;
