// What an event says about the page and the device it happened on.
import { attempt } from '../core/attempt.js';
import { type Redaction, redactText, redactUrl } from '../core/redact-url.js';
import { LIBRARY_NAME, LIBRARY_VERSION } from './library.js';
import { listen } from './lifecycle.js';

type Context = Readonly<Record<string, unknown>>;

export interface PageContext {
  /** The same object for as long as the page stays as it is. */
  read(): Context;
  stop(): void;
}

/** Leaves out what is not known. */
const known = (fields: Record<string, unknown>): Context =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''),
  );

const describeDevice = ({ navigator, screen, devicePixelRatio }: Window): Context =>
  known({
    user_agent: navigator.userAgent,
    // Brave's user agent is the same as Chrome's.
    browser: (navigator as { readonly brave?: unknown }).brave && 'Brave',
    locale: navigator.language,
    // Throws where the browser does not know the system's time zone.
    timezone: attempt(() => Intl.DateTimeFormat().resolvedOptions().timeZone),
    library_name: LIBRARY_NAME,
    library_version: LIBRARY_VERSION,
    screen_width: screen?.width,
    screen_height: screen?.height,
    screen_density: devicePixelRatio,
  });

const describePage = ({ document, location }: Window, redaction: Redaction): Context =>
  known({
    // A text, since a form named `title` replaces `document.title` by an element.
    page_title: redactText(`${document.title}`, redaction),
    page_url: redactUrl(location, redaction),
    page_path: redactText(location.pathname, redaction),
  });

export const createPageContext = (page: Window, redaction: Redaction = {}): PageContext => {
  const { document } = page;
  const device = describeDevice(page);
  let url = '';
  let title = '';
  let isResized = false;
  let context: Context = {};

  // Reading the window's size makes the browser lay out the page: only done after a `resize`.
  const stop = listen(page, 'resize', () => {
    isResized = true;
  });

  return {
    read: () => {
      // Compared at each call, since both change without notice. `document.URL` is cheaper than
      // `location.href`, which is put together each time.
      if (document.URL !== url || document.title !== title || isResized) {
        url = document.URL;
        ({ title } = document);
        isResized = false;
        context = Object.freeze({
          ...device,
          ...describePage(page, redaction),
          viewport_width: page.innerWidth,
          viewport_height: page.innerHeight,
        });
      }
      return context;
    },
    stop,
  };
};
