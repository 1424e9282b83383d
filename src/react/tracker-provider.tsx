// <TrackerProvider>: gives the components below it a tracker, and looks after it.
import { type ReactElement, type ReactNode, useEffect, useMemo } from 'react';
import type { BrowserOptions } from '../browser/index.js';
import { checkOptions } from '../core/options.js';
import type { Tracker } from '../core/tracker-types.js';
import { createLazyTracker } from './lazy-tracker.js';
import { findTracker, keyOf } from './shared-tracker.js';
import { TrackerContext, type TrackerScope } from './tracker-context.js';

export type TrackerProviderProps = {
  readonly children?: ReactNode;
} & (
  | {
      /**
       * Makes a tracker with these options, one for the page: they are read once for each `writeKey`
       * and `apiHost`, so they may be written inline.
       */
      readonly options: BrowserOptions;
      readonly tracker?: undefined;
    }
  | {
      /**
       * A tracker that the app makes and closes itself, such as one of `chaintrail/testing` in a
       * test.
       */
      readonly tracker: Tracker;
      readonly options?: undefined;
    }
);

const createScope = (options: BrowserOptions): TrackerScope => {
  checkOptions(options);
  const find = () => findTracker(options);
  return { find, tracker: createLazyTracker(() => find().tracker) };
};

/**
 * Gives the components below it a tracker. They render at once, and may call it at once; a render that
 * React discards makes no tracker. When the last provider of a project is gone, its tracker is closed.
 *
 * @throws TrackerError when an option is wrong
 */
export const TrackerProvider = (props: TrackerProviderProps): ReactElement => {
  const { options, tracker, children } = props;
  const key = options && keyOf(options);
  // biome-ignore lint/correctness/useExhaustiveDependencies: inline options are another object in each render
  const scope = useMemo(
    () => (options ? createScope(options) : { tracker: tracker as Tracker }),
    [key, tracker],
  );
  useEffect(() => scope.find?.().retain(), [scope]);
  return <TrackerContext.Provider value={scope}>{children}</TrackerContext.Provider>;
};
