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

/**
 * User agent, language, page, referrer and campaign. When a page itself was asked for, the page is the
 * request's address and the referrer came with it; a request by a script names its page as the referrer.
 */
export const readRequestContext = (request: RequestLike): Properties => {
  const referer = parse(headerOf(request, 'referer'));
  const isPage = isNavigation(request);
  const page = isPage ? addressOf(request) : referer;
  // Anybody can write anything into a link.
  const campaign = CAMPAIGN_PARAMETERS.map((name) => [
    name,
    cleanText(page?.searchParams.get(name) ?? ''),
  ]);
  const language = headerOf(request, 'accept-language')?.split(/[,;]/)[0]?.trim();
  const known: Record<string, unknown> = {
    user_agent: headerOf(request, 'user-agent'),
    locale: language === '*' ? undefined : language,
    referrer: isPage && referer ? redactUrl(referer) : undefined,
    page_url: page && redactUrl(page),
    page_path: page && redactText(page.pathname),
    ...Object.fromEntries(campaign),
  };
  return Object.fromEntries(
    Object.entries(known).flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name, value.slice(0, MOST_CHARACTERS)]] : [],
    ),
  );
};
