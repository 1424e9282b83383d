// The cookies of one browser, with domains, public suffixes and expiry as `document.cookie` shows
// them.
import type { CookiePlace } from '../../../src/browser/key-value.js';

const PUBLIC_SUFFIXES =
  'com uk co.uk au com.au br gov.br jp kobe.jp io github.io app vercel.app xyz'.split(' ');

export interface CookieJar {
  /** The cookies as a page at that address sees them. */
  page(address: string): CookiePlace;
  /** Every cookie that was set, with its attributes as written. */
  readonly written: readonly string[];
  clear(): void;
}

export const createCookieJar = (): CookieJar => {
  /** Keyed by domain and name; a domain with a leading dot includes its subdomains. */
  const cookies = new Map<string, { name: string; value: string; domain: string }>();
  const written: string[] = [];

  const reaches = (domain: string, host: string) =>
    domain.startsWith('.') ? `.${host}`.endsWith(domain) : domain === host;

  const write = (host: string, text: string) => {
    const [pair = '', ...attributes] = text.split('; ');
    const [name = '', ...value] = pair.split('=');
    const wish = attributes.find((part) => part.startsWith('domain='))?.slice('domain='.length);
    if (wish !== undefined && (PUBLIC_SUFFIXES.includes(wish) || !reaches(`.${wish}`, host)))
      return;
    written.push(text);
    const domain = wish === undefined ? host : `.${wish}`;
    const isOver = attributes.includes('max-age=-1');
    if (isOver) cookies.delete(`${domain} ${name}`);
    else cookies.set(`${domain} ${name}`, { name, value: value.join('='), domain });
  };

  return {
    written,
    clear: () => cookies.clear(),
    page: (address) => {
      const location = new URL(address);
      const document = {
        get cookie() {
          return [...cookies.values()]
            .filter(({ domain }) => reaches(domain, location.hostname))
            .map(({ name, value }) => `${name}=${value}`)
            .join('; ');
        },
        set cookie(text: string) {
          write(location.hostname, text);
        },
      };
      return { document, location };
    },
  };
};
