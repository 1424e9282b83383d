// How tests name a browser.

/** What Chrome on a desktop says it is: the server counts nobody whose requests name no browser, such as Node's. */
export const CHROME_USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
