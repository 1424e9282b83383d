// Tells browsers from programs where one address serves both.

/** Whether a browser asks in order to show the answer to a person. */
export const wantsPage = (accept: unknown): boolean =>
  typeof accept === 'string' && accept.includes('text/html') && !accept.includes('json');
