// The cookies of one browser: domains, public suffixes and ends of life as far as `document.cookie` shows.
import type { CookiePlace } from '../../../src/browser/key-value.js';

const PUBLIC_SUFFIXES =
  'com uk co.uk au com.au br gov.br jp kobe.jp io github.io app vercel.app xyz'.split(' ');

export interface CookieJar {
  /** The jar as a page on that host sees it. */
  page(address: string): CookiePlace;
  /** Every cookie set, as the attributes were written. */
  readonly written: readonly string[];
  clear(): void;
}

export const createCookieJar = (): CookieJar => {
  /** By domain (a leading dot: with its subdomains) and name. */
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
