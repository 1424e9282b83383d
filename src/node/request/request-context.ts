// What a request says about the visitor's page and device, without their IP address.

import { redactText, redactUrl } from '../../core/redact-url.js';
import { cleanText } from '../../core/scrub.js';
import type { Properties } from '../../core/tracker-types.js';
import { CAMPAIGN_PARAMETERS } from '../../protocol/campaign.js';
import { addressOf, headerOf, type RequestLike } from './request-like.js';

const parse = (url: string | undefined): URL | undefined => {
  try {
    return url === undefined ? undefined : new URL(url);
  } catch {
    return undefined;
  }
};

/** Longest text that is taken from a header. */
const MOST_CHARACTERS = 2_048;

const isNavigation = (request: RequestLike): boolean => {
  const mode = headerOf(request, 'sec-fetch-mode');
  if (mode !== undefined) return mode === 'navigate';
  return headerOf(request, 'accept')?.includes('text/html') ?? false;
};

/** Referrer and campaign, cleaned, since anybody can write anything into a link or a cookie. */
const attributionOf = (referrer: URL | undefined, campaign: (name: string) => unknown) => ({
  referrer: referrer && redactUrl(referrer),
  ...Object.fromEntries(
    CAMPAIGN_PARAMETERS.map((name) => [name, cleanText(textOf(campaign(name)) ?? '')]),
  ),
});

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.slice(0, MOST_CHARACTERS) : undefined;

/**
 * User agent, language, page, referrer and campaign. When a page itself was requested, the page is
 * the request's own URL and the referrer comes from its header; for a request by a script, the
 * header names the page.
 *
 * @param touch how the visitor came to the present visit, from a cookie and unchecked. It is used
 * where there is one, as the browser's tracker does, since the URL of a later page does not tell it
 */
export const readRequestContext = (request: RequestLike, touch?: Properties): Properties => {
  const referer = parse(headerOf(request, 'referer'));
  const isPage = isNavigation(request);
  const page = isPage ? addressOf(request) : referer;
  const language = headerOf(request, 'accept-language')?.split(/[,;]/)[0]?.trim();
  const known: Record<string, unknown> = {
    user_agent: headerOf(request, 'user-agent'),
    locale: language === '*' ? undefined : language,
    page_url: page && redactUrl(page),
    page_path: page && redactText(page.pathname),
    ...(touch
      ? attributionOf(parse(textOf(touch.referrer)), (name) => touch[name])
      : attributionOf(isPage ? referer : undefined, (name) => page?.searchParams.get(name))),
  };
  return Object.fromEntries(
    Object.entries(known).flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name, value.slice(0, MOST_CHARACTERS)]] : [],
    ),
  );
};
