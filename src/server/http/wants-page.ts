// Tells browsers from programs where one address serves both.

/** Whether a browser asks, to show what comes. */
export const wantsPage = (accept: unknown): boolean =>
  typeof accept === 'string' && accept.includes('text/html') && !accept.includes('json');
