// Pages that a browser renders ahead of a visit that may never come.
type Undo = () => void;

/** Whether nobody sees the page yet. */
export const isAhead = (page: Document): boolean => 'prerendering' in page && !!page.prerendering;

/**
 * Runs it now, or once a page that is rendered ahead (https://wicg.github.io/nav-speculation/prerendering.html)
 * is shown.
 *
 * @returns undoes it, also before it ran
 */
export const whenShown = (page: Document, run: () => Undo | undefined): Undo => {
  let undo: Undo | undefined;
  const runNow = () => {
    undo = run();
  };
  if (isAhead(page)) {
    page.addEventListener('prerenderingchange', runNow, { once: true });
  } else runNow();
  return () => {
    page.removeEventListener('prerenderingchange', runNow);
    undo?.();
  };
};
