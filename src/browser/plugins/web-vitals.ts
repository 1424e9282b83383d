// Records how fast and steady a page was: the track event `web_vitals`, once a page, when it is
// hidden.
import { pageWide } from '../../core/page-wide.js';
import { redactText } from '../../core/redact-url.js';
import type { Plugin } from '../../core/tracker-types.js';
import { whenShown } from '../when-shown.js';
import { createVitals, type VitalEntry } from './vitals.js';

const TYPES = ['paint', 'largest-contentful-paint', 'layout-shift', 'event', 'first-input'];

/** The shortest interaction to be told of; the browser's default is 104. Milliseconds. */
const SLOW_EVENT_MS = 40;

const HIDING = ['visibilitychange', 'pagehide'];

/** `performance` as Chromium has it; other browsers lack some of it. */
type CountingPerformance = Performance & { readonly interactionCount?: number };
type Navigation = PerformanceNavigationTiming & { readonly activationStart?: number };

const readNavigation = () =>
  performance.getEntriesByType('navigation')[0] as Navigation | undefined;

/** When the page was first hidden: 0 for one that was opened in the background. */
const readHiddenAt = (shownAt: number): number => {
  const hidden = performance
    .getEntriesByType('visibility-state')
    .filter(({ name, startTime }) => name === 'hidden' && startTime >= shownAt);
  if (hidden[0]) return hidden[0].startTime;
  return document.visibilityState === 'hidden' && shownAt === 0 ? 0 : Number.POSITIVE_INFINITY;
};

/** Shared by all trackers of a project on a page, since one may replace another. */
const tellingOf = (writeKey: string): { isDone: boolean } =>
  pageWide(Symbol.for(`chaintrail.vitals.1 ${writeKey}`), { isDone: false });

const round = (value: number, digits: number) => Number(value.toFixed(digits));

/**
 * Records `{ path, ttfb_ms, fcp_ms, lcp_ms, inp_ms, cls }` of each page that is loaded, when it is
 * first hidden; what the browser does not measure, or did not see, is left out. Has no
 * dependencies.
 */
export const webVitals = (): Plugin => ({
  name: 'web-vitals',
  // For a prerendered page, the browser only knows when it was shown once that has happened.
  setup: (tracker, host) =>
    whenShown(document, () => {
      const telling = tellingOf(host.writeKey());
      const supported = globalThis.PerformanceObserver?.supportedEntryTypes ?? [];
      const types = TYPES.filter((type) => supported.includes(type));
      const navigation = readNavigation();
      /** A prerendered page begins when it is shown. */
      const shownAt = navigation?.activationStart ?? 0;
      const { pathname } = location;
      const count = () => (performance as CountingPerformance).interactionCount;
      const vitals = createVitals(readHiddenAt(shownAt), count);
      const add = (entries: PerformanceEntryList) => vitals.add(entries as readonly VitalEntry[]);

      const observers = types.map((type) => {
        const observer = new PerformanceObserver((list) => add(list.getEntries()));
        const wish = { type, buffered: true, durationThreshold: SLOW_EVENT_MS };
        observer.observe(wish);
        return observer;
      });

      const stop = () => {
        for (const name of HIDING) removeEventListener(name, onHide, true);
        for (const observer of observers) observer.disconnect();
      };
      const report = () => {
        for (const observer of observers) add(observer.takeRecords());
        stop();
        if (telling.isDone) return;
        telling.isDone = true;
        const { fcp, lcp, inp, cls } = vitals.read();
        const since = (at: number | undefined) => at && Math.max(0, round(at - shownAt, 1));
        tracker.track('web_vitals', {
          path: redactText(pathname),
          ttfb_ms: since(navigation?.responseStart),
          fcp_ms: since(fcp),
          lcp_ms: since(lcp),
          inp_ms: inp,
          cls: types.includes('layout-shift') ? round(cls, 4) : undefined,
        });
      };
      const onHide = (event: Event) => {
        if (event.type !== 'pagehide' && document.visibilityState !== 'hidden') return;
        try {
          report();
        } catch (cause) {
          host.fault(cause);
        }
      };
      // Capturing on the window, so before the tracker's listener, which at this moment sends what
      // it has.
      for (const name of HIDING) addEventListener(name, onHide, true);
      return stop;
    }),
});
