// Sends a page view when a page loads and when a single-page app shows another.
import { pageWide } from '../core/page-wide.js';
import type { Plugin, Properties } from '../core/tracker-types.js';
import { listen } from './lifecycle.js';
import { whenShown } from './when-shown.js';

type HistoryMethod = 'pushState' | 'replaceState';

/** How long a view waits for its title: React alone may show a fallback for 300. Milliseconds. */
const TITLE_MS = 1_000;

/** Calls `after` with each call of a method; the wrapper is otherwise not to be told from the original. */
const wrap = (history: History, name: HistoryMethod, after: () => void): (() => void) => {
  // Where it lies: of its own on `history`, it would hide what the page puts on the prototype later.
  const isOwn = Reflect.getOwnPropertyDescriptor(history, name);
  const holder: History = isOwn ? history : Object.getPrototypeOf(history);
  const original = holder[name];
  let isActive = true;
  const wrapper = new Proxy(original, {
    apply: (target, self, args) => {
      const result = Reflect.apply(target, self, args);
      if (isActive) after();
      return result;
    },
  });
  // A frozen history cannot be listened to; what `popstate` tells remains.
  Reflect.set(holder, name, wrapper);
  return () => {
    isActive = false;
    // Who wrapped it after us keeps calling ours, which now only passes on.
    if (holder[name] === wrapper) Reflect.set(holder, name, original);
  };
};

/** What was seen last by all trackers of a project on one page: one may replace another. */
interface Seen {
  view: string;
  /** When the page last came back from the back/forward cache. */
  shownAt: number;
}

/** React's Strict Mode and hot reloading make a tracker anew for a view that is counted already. */
const seenOn = (page: Window, writeKey: string): Seen =>
  pageWide(Symbol.for(`chaintrail.views.1 ${writeKey}`), { view: '', shownAt: 0 }, page);

/**
 * A fragment names a view only where an app routes by it (`#/pools`, `#!/pools`), not a place on a page, nor
 * `#/`, which routers add to the page as it was opened.
 */
const viewOf = ({ href }: Location): string => href.replace(/\?(?=#|$)|#(?!!?\/.).*/g, '');

/** Without the queries, the route's as well, by which many apps keep their state. */
const placeOf = (view: string): string => view.replace(/\?[^#]*|#!?\/(?=\?)/g, '');

/**
 * A plugin that calls `page()` once for each view: on load, and as the address changes. A changed query
 * is a new view where it was pushed, not where it only replaced another. A view is told a second after
 * it was shown, since apps and their routers set the title after the address, or before anything else
 * that is recorded. What another path replaced until then, as a redirect does, was no view.
 */
export const pageViews = (ofPage?: Window): Plugin => {
  /** Tells the view that is waiting for its title. */
  let tell = () => {};
  return {
    name: 'page-views',
    // What happens on a view comes after the view; wallets are installed whatever it shows.
    before: (verb) => {
      if (!/^(page|detect)$/.test(verb)) tell();
    },
    setup: (tracker, host) => {
      // Not before: the app may write `pageViews()` where there is no page.
      const page = ofPage ?? window;
      const { document, history, location } = page;
      const seen = seenOn(page, host.writeKey());
      /** The address of the view that waits: when it is told, the page may have another. */
      let waiting: Properties | undefined;
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
        waiting = { page_url, page_path };
        // What was seen while the visitor refused is not told once the visitor agrees.
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
      // Of a router on the Navigation API nothing else tells. A page may have a variable of that name.
      const navigation: Partial<EventTarget> | undefined = page.navigation;
      const routing = navigation?.addEventListener ? page.navigation : page;
      const restore = [
        listen(page, 'popstate hashchange', onChange),
        listen(routing, 'currententrychange', onChange),
        // Back from the back/forward cache: the visitor came to this page once more.
        listen(page, 'pageshow', onShow),
        // Whoever looks away may not come back. Seen from the window, before what was recorded is saved.
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
