// usePageView: a page view for as long as a component shows the same view.
import { useEffect, useRef } from 'react';
import { toPlain } from '../core/to-plain.js';
import type { Properties } from '../core/tracker-types.js';
import { useTracker } from './use-tracker.js';

/**
 * Records a page view when the component appears, and again when `properties` say something else:
 * `usePageView({ name: 'Swap', pair })`. For apps that name their views themselves: switch the
 * automatic ones off (`pageViews: false`), or each view counts twice.
 */
export const usePageView = (properties: Properties = {}): void => {
  const tracker = useTracker();
  const view = JSON.stringify(toPlain(properties));
  const told = useRef<readonly unknown[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: inline properties are another object in each render
  useEffect(() => {
    // Strict Mode and hot reloading run an effect again for what is still the same view.
    const [toldTracker, toldView] = told.current;
    if (toldTracker === tracker && toldView === view) return;
    told.current = [tracker, view];
    tracker.page(properties);
  }, [tracker, view]);
};
