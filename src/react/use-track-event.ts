// useTrackEvent: one event of the app's own as a function to hand to a component.
import { useCallback } from 'react';
import type { Properties, TrackInput } from '../core/typed-events.js';
import { useTracker } from './use-tracker.js';

/**
 * Answers a function that records `event` with the properties it is given: `const onMinted =
 * useTrackEvent('minted')`, then `onMinted({ id: 7 })`. The function is the same in each render.
 * `useTrackEvent<MyEvents, 'minted'>('minted')` has the compiler check the properties.
 */
export function useTrackEvent(event: string): (...input: TrackInput<Properties>) => void;
/**
 * @typeParam Events the app's own events, for the compiler to check
 * @typeParam Name which of them it is: the compiler infers no second type where the first is given
 */
export function useTrackEvent<Events extends object, Name extends keyof Events & string>(
  event: Name,
): (...input: TrackInput<Events[Name]>) => void;
export function useTrackEvent(event: string): (...input: TrackInput<Properties>) => void {
  const tracker = useTracker();
  return useCallback((...input) => tracker.track(event, ...input), [tracker, event]);
}
