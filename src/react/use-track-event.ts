// useTrackEvent: one event of the app's own as a function to hand to a component.
import { useCallback } from 'react';
import type { AnyEvents, Tracker } from '../core/tracker-types.js';
import type { TrackInput } from '../core/typed-events.js';
import { useTracker } from './use-tracker.js';

/**
 * Answers a function that records `event` with the properties it is given:
 * `const onMinted = useTrackEvent('minted')`, then `onMinted({ id: 7 })`. The same in each render.
 *
 * @typeParam Events the app's own events, for the compiler to check
 */
export const useTrackEvent = <
  Events extends object = AnyEvents,
  Name extends keyof Events & string = keyof Events & string,
>(
  event: Name,
): ((...input: TrackInput<Events[Name]>) => void) => {
  const tracker: Tracker<Events> = useTracker<Events>();
  return useCallback((...input) => tracker.track(event, ...input), [tracker, event]);
};
