// How a component finds the tracker of the provider above it.
import { createContext } from 'react';
import { createInertTracker } from '../browser/inert-tracker.js';
import type { Tracker } from '../core/tracker-types.js';
import type { SharedTracker } from './shared-tracker.js';

export interface TrackerScope {
  readonly tracker: Tracker;
  /** Finds or makes the provider's tracker; undefined when the app gave it a tracker. */
  readonly find?: (() => SharedTracker) | undefined;
}

export const TrackerContext = createContext<TrackerScope>({
  tracker: createInertTracker('there is no <TrackerProvider> around this component.'),
});
