// usePageView: a page view for as long as a component shows the same view.
import { useEffect, useRef } from 'react';
import { whenShown } from '../browser/when-shown.js';
import { toPlain } from '../core/to-plain.js';
import type { Properties } from '../core/tracker-types.js';
import { useTracker } from './use-tracker.js';

/**
 * Records a page view when the component appears, when `<Activity>` shows it again, and when
 * `properties` change: `usePageView({ name: 'Swap', pair })`. For apps that name their views
 * themselves: switch the automatic ones off (`pageViews: false`), or each view counts twice.
 */
export const usePageView = (properties: Properties = {}): void => {
  const tracker = useTracker();
  const view = JSON.stringify(toPlain(properties));
  const told = useRef<readonly unknown[]>([]);
  const isShown = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: inline properties are another object in each render
  useEffect(() => {
    isShown.current = true;
    const tell = (): undefined => {
      const [toldTracker, toldView] = told.current;
      if (toldTracker === tracker && toldView === view) return;
      told.current = [tracker, view];
      tracker.page(properties);
    };
    // A prerendered page may never be seen. React also renders where there is no document.
    const undo = typeof document === 'undefined' ? tell() : whenShown(document, tell);
    return () => {
      undo?.();
      isShown.current = false;
      // Strict Mode and hot reloading run the effect again at once for the same view, which must
      // not count twice. <Activity> runs it again later, when it shows the component again: that
      // does count.
      queueMicrotask(() => {
        if (!isShown.current) told.current = [];
      });
    };
  }, [tracker, view]);
};
