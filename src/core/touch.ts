// How a visitor came: one touch is one arrival, kept and told as a whole.

import { CAMPAIGN_PARAMETERS } from '../protocol/campaign.js';
import { attempt } from './attempt.js';

/**
 * `referrer`, `ref`, `utm_*` and click ids as far as they are known, in wire names, with `landing_page`.
 * A direct visit has a landing page alone.
 */
export type Touch = Readonly<Record<string, string>>;

/** What a page brings once, when it has loaded, and again when its address names another campaign. */
export interface Arrival {
  readonly touch: Touch;
  /** False where the visitor went back or reloaded: that begins no new session. */
  readonly isVisit: boolean;
}

export const readTouch = (text: string | null): Touch => {
  const touch: unknown = attempt(() => JSON.parse(text as string));
  return typeof touch === 'object' && touch !== null ? (touch as Touch) : {};
};

/**
 * Cookies go along with every request to the site, whose server takes some 8 kB of them all together
 * (nginx, Apache). Whoever makes a link decides how long a campaign is: it must not lock visitors out.
 */
export const COOKIE_MAX_CHARACTERS = 1_024;

/**
 * As much of it as a cookie takes, which subdomains share. Addresses, which come last, lose their query
 * first: that of the landing page repeats the campaign.
 */
export const writeTouch = (touch: Touch): string => {
  const entries = Object.entries(touch);
  for (;;) {
    const text = JSON.stringify(Object.fromEntries(entries));
    if (encodeURIComponent(text).length <= COOKIE_MAX_CHARACTERS) return text;
    const [name, value] = entries.pop() as [string, string];
    const [address = ''] = value.split('?');
    if (address !== value) entries.push([name, address]);
  }
};

/** The same for touches of one campaign; empty for one of none. */
export const campaignOf = (touch: Touch): string =>
  CAMPAIGN_PARAMETERS.flatMap((name) => touch[name] ?? []).join('\n');
