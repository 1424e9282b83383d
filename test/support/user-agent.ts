// The user agent that tests send.

/** That of Chrome on a desktop: the server does not count visitors whose user agent is no browser, such as Node's. */
export const CHROME_USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
