// What the browser tells about the life of the page.
import { attempt } from '../core/attempt.js';
import type { Lifecycle } from '../core/ports.js';

/**
 * Listens in the capture phase, before the page's own handlers can stop an event.
 *
 * @param types names, with blanks between them
 */
export const listen = <E extends Event>(
  target: EventTarget,
  types: string,
  run: (event: E) => void,
): (() => void) => {
  const names = types.split(' ');
  const hear = (event: Event) => {
    // An event such as `freeze` may come from an element of the page. Not by `instanceof Element`,
    // a name that a script of the page may have taken for something else.
    if (!(event.target as Partial<Element>).localName) attempt(() => run(event as E));
  };
  for (const name of names) target.addEventListener(name, hear, true);
  return () => {
    for (const name of names) target.removeEventListener(name, hear, true);
  };
};

export interface PageLifecycle extends Lifecycle {
  /** The page may be about to be left, but can still stay, as after a download or a dialog. */
  onUnloadAsked(run: () => void): () => void;
}

export const createLifecycle = (page: Window): PageLifecycle => {
  const { document, navigator } = page;
  const both = (first: () => void, second: () => void) => () => {
    first();
    second();
  };
  return {
    onHide: (run) =>
      both(
        listen(document, 'visibilitychange', () => {
          if (document.visibilityState === 'hidden') run(false);
        }),
        // `pagehide` is sent to the window, `freeze` to the document: a capturing listener on the
        // window gets both.
        listen(page, 'pagehide freeze', () => run(true)),
      ),
    onShow: (run) =>
      both(
        listen(document, 'visibilitychange', () => {
          if (document.visibilityState === 'visible') run();
        }),
        listen<PageTransitionEvent>(page, 'pageshow resume', ({ persisted }) => {
          if (persisted !== false) run();
        }),
      ),
    onUnloadAsked: (run) => listen(page, 'beforeunload', run),
    onOnline: (run) => listen(page, 'online', run),
    isOnline: () => navigator.onLine !== false,
  };
};
