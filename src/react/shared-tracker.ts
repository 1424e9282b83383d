// One tracker for each project on a page, even when React mounts twice or remounts, or hot
// reloading evaluates modules again.
import { createTracker } from '../browser/create-tracker.js';
import type { BrowserOptions } from '../browser/index.js';
import { pageWide } from '../core/page-wide.js';
import type { PluginHost, Tracker } from '../core/tracker-types.js';

/**
 * How long a tracker that no provider uses stays open for the next one: hot reloading may take a
 * moment. Milliseconds.
 */
const CLOSE_AFTER_MS = 1_000;

export interface SharedTracker {
  readonly tracker: Tracker;
  /** The plugin host, for a plugin that is added later; undefined where there is no page. */
  readonly host: PluginHost | undefined;
  /** Keeps the tracker open until the function that it answers is called. */
  readonly retain: () => () => void;
}

const TRACKERS = Symbol.for('chaintrail.react.1');

const OWN = new Map<string, SharedTracker>();

export const keyOf = ({ writeKey, apiHost }: BrowserOptions): string => `${writeKey} ${apiHost}`;

const create = (options: BrowserOptions, onClose: () => void): SharedTracker => {
  let host: PluginHost | undefined;
  let users = 0;
  let closing: ReturnType<typeof setTimeout> | undefined;
  const tracker = createTracker({
    ...options,
    plugins: [
      ...(options.plugins ?? []),
      {
        name: 'react',
        setup: (_, given) => {
          host = given;
          return undefined;
        },
      },
    ],
  });
  const closeLater = () => {
    closing = setTimeout(() => {
      onClose();
      void tracker.close();
    }, CLOSE_AFTER_MS);
  };
  // Closes a tracker that no provider comes to use.
  if (host) closeLater();
  return {
    tracker,
    host,
    retain: () => {
      users += 1;
      clearTimeout(closing);
      return () => {
        users -= 1;
        if (users === 0) closeLater();
      };
    },
  };
};

/** The page's tracker for these options' project; made at the first call, with these options. */
export const findTracker = (options: BrowserOptions): SharedTracker => {
  // On the page, not in this module, which hot reloading may evaluate again.
  const trackers = pageWide(TRACKERS, OWN);
  const key = keyOf(options);
  const known = trackers.get(key);
  // A tracker made where there is no page has no host and does nothing: it is replaced once there
  // is a page.
  if (known && (known.host || typeof document === 'undefined')) return known;
  const shared = create(options, () => trackers.delete(key));
  trackers.set(key, shared);
  return shared;
};
