// Sends a page view when a page loads and when a single-page app shows another.
import { apply } from '../core/apply.js';
import { attempt } from '../core/attempt.js';
import { pageWide } from '../core/page-wide.js';
import type { Plugin, Properties } from '../core/tracker-types.js';
import { listen } from './lifecycle.js';
import { whenShown } from './when-shown.js';

type HistoryMethod = 'pushState' | 'replaceState';

/**
 * How long a view waits for its title: React alone may show a fallback for 300 ms. Milliseconds.
 */
const TITLE_MS = 1_000;

/** Calls `after` at each call of a method. Apart from that the wrapper looks like the original. */
const wrap = (history: History, name: HistoryMethod, after: () => void): (() => void) => {
  // Wrapped where it is defined: on `history` itself it would hide what the page later puts on the
  // prototype.
  const isOwn = Reflect.getOwnPropertyDescriptor(history, name);
  const holder: History = isOwn ? history : Object.getPrototypeOf(history);
  const original = holder[name];
  let isActive = true;
  const wrapper = new Proxy(original, {
    apply: (target, self, args) => {
      const result = apply(target, self, args);
      if (isActive) attempt(after);
      return result;
    },
  });
  // A frozen prototype refuses the wrapper; `popstate` is still heard.
  Reflect.set(holder, name, wrapper);
  return () => {
    isActive = false;
    // A script that wrapped it after us still calls this wrapper, which now only passes the call
    // on.
    if (holder[name] === wrapper) Reflect.set(holder, name, original);
  };
};

/** What all trackers of a project on one page saw last, since one may replace another. */
interface Seen {
  view: string;
  /** When the page last came back from the back/forward cache. */
  shownAt: number;
}

/**
 * Shared, because React's Strict Mode and hot reloading make a new tracker for a view that is
 * counted already.
 */
const seenOn = (page: Window, writeKey: string): Seen =>
  pageWide(Symbol.for(`chaintrail.views.1 ${writeKey}`), { view: '', shownAt: 0 }, page);

/**
 * The URL as far as it names a view. A fragment does so only where an app routes by it (`#/pools`,
 * `#!/pools`); it does not as a place on a page, nor as `#/`, which routers add to the first page.
 */
const viewOf = ({ href }: Location): string => href.replace(/\?(?=#|$)|#(?!!?\/.).*/g, '');

/** The view without its queries, also the one in a fragment: many apps keep their state there. */
const placeOf = (view: string): string => view.replace(/\?[^#]*|#!?\/(?=\?)/g, '');

/**
 * A plugin that calls `page()` once for each view: on load, and as the URL changes. A changed query
 * is a new view when it was pushed, but not when it replaced another. A view is recorded one second
 * after it was shown, or before anything else that is recorded, since apps set the title after the
 * URL. A view that another path replaced by then, as in a redirect, is not recorded.
 */
export const pageViews = (ofPage?: Window): Plugin => {
  /** Records the view that is waiting for its title. */
  let tell = () => {};
  return {
    name: 'page-views',
    // The view is recorded before what happens on it. `detect` does not count: wallets are present
    // whatever the view.
    before: (verb) => {
      if (!/^(page|detect)$/.test(verb)) tell();
    },
    setup: (tracker, host) => {
      // Read here and not earlier: the app may call `pageViews()` where there is no page.
      const page = ofPage ?? window;
      const { document, history, location } = page;
      const seen = seenOn(page, host.writeKey());
      /** The URL of the view that waits: when it is recorded, the page may have another. */
      let waiting: Properties | undefined;
      /** The view before it. */
      let last = '';
      let cancel = () => {};

      tell = () => {
        const context = waiting;
        waiting = undefined;
        if (context) tracker.page(undefined, { context });
      };
      const look = (isReplaced = false) => {
        const before = seen.view;
        seen.view = viewOf(location);
        const identify = isReplaced ? placeOf : String;
        if (identify(before) === identify(seen.view)) return;
        if (!isReplaced) tell();
        const { page_url, page_path } = host.context();
        // A view that is replaced by the one before it was a redirect back: nothing new is shown.
        if (!waiting) last = before;
        waiting = last === seen.view ? undefined : { page_url, page_path };
        // Passed on at once while consent is denied, which drops it: it must not be recorded after
        // a later grant.
        if (tracker.consent() === 'denied') tell();
        cancel();
        cancel = host.clock.after(TITLE_MS, tell);
      };
      const onShow = ({ persisted, timeStamp }: PageTransitionEvent) => {
        if (!persisted || seen.shownAt === timeStamp) return;
        seen.shownAt = timeStamp;
        tracker.page();
      };
      const onChange = ({ navigationType }: Event & Partial<NavigationCurrentEntryChangeEvent>) =>
        look(navigationType === 'replace');
      // A router on the Navigation API is seen by this event alone. A page may have a variable
      // `navigation` of its own.
      const navigation: Partial<EventTarget> | undefined = page.navigation;
      const routing = navigation?.addEventListener ? page.navigation : page;
      const restore = [
        listen(page, 'popstate hashchange', onChange),
        listen(routing, 'currententrychange', onChange),
        // Back from the back/forward cache: the visitor came to this page once more.
        listen(page, 'pageshow', onShow),
        // A visitor who looks away may not come back. Heard on the window, so before the tracker
        // saves and sends what was recorded.
        listen(page, 'visibilitychange pagehide', () => tell()),
        wrap(history, 'pushState', look),
        wrap(history, 'replaceState', () => look(true)),
        whenShown(document, () => void look()),
      ];

      return () => {
        tell();
        cancel();
        for (const undo of restore) undo();
      };
    },
  };
};
