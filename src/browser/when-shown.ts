// Prerendered pages: a browser renders them ahead of a visit that may never come.
type Undo = () => void;

/** Whether the page is prerendered, so that nobody sees it yet. */
export const isAhead = (page: Document): boolean => 'prerendering' in page && !!page.prerendering;

/**
 * Calls `run` now, or, on a prerendered page
 * (https://wicg.github.io/nav-speculation/prerendering.html), once it is shown.
 *
 * @returns undoes what `run` did, or cancels it before it ran
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
