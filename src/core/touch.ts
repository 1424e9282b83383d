// How a visitor came: a touch describes one arrival, and is kept and sent as a whole.

import { CAMPAIGN_PARAMETERS } from '../protocol/campaign.js';
import { attempt } from './attempt.js';

/**
 * `referrer`, `ref`, `utm_*` and click ids as far as they are known, in wire names, with `landing_page`.
 * A direct visit has a landing page alone.
 */
export type Touch = Readonly<Record<string, string>>;

/**
 * An arrival: a page has one when it has loaded, and another when its URL names another campaign.
 */
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
 * Cookies go along with every request to the site, whose server takes some 8 kB of them all
 * together (nginx, Apache). Anybody can make a link with a long campaign: it must not make the
 * server refuse a visitor.
 */
export const COOKIE_MAX_CHARACTERS = 1_024;

/**
 * The touch as JSON, cut to what a cookie takes. URLs come last and lose their query first: the
 * landing page's query repeats the campaign.
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

/** A text that is equal for touches of the same campaign, and empty for a touch without one. */
export const campaignOf = (touch: Touch): string =>
  CAMPAIGN_PARAMETERS.flatMap((name) => touch[name] ?? []).join('\n');
