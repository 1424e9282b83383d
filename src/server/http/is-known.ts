// Whether a browser has what it asks for already, by the tags that it names (RFC 9110, section 13.1.2).

/**
 * Proxies that compress an answer make its tag a weak one (`W/"..."`), and browsers repeat it in that form.
 *
 * @param asked the header If-None-Match
 */
export const isKnown = (asked: unknown, etag: string): boolean =>
  typeof asked === 'string' &&
  // Split at the commas alone: a pattern with the blanks around them takes 20 s on a header full of blanks.
  asked.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
