// The Content-Security-Policy of a page that takes its script, its styles and its data from its server.

/** @param further directives for a page with more restrictions */
export const pagePolicy = (...further: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    ...further,
  ].join('; ');
