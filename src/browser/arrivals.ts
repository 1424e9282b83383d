// How the visitor came to this page: the campaign in its URL, and the site that led here.
import { attempt } from '../core/attempt.js';
import { type Redaction, redactUrl } from '../core/redact-url.js';
import { cleanText, decode } from '../core/scrub.js';
import { type Arrival, campaignOf, type Touch } from '../core/touch.js';
import { CAMPAIGN_PARAMETERS } from '../protocol/campaign.js';

/** Where a page's URL names who referred the visitor. */
export interface ReferralOptions {
  /**
   * Names of URL parameters, of which the first one found counts. Default `ref`, `referral`,
   * `refcode`.
   */
  readonly query?: readonly string[] | undefined;
  /** A regular expression, such as `^/r/([^/]+)`: its first group is the referrer's name. Default none. */
  readonly path?: string | undefined;
}

export const REFERRAL_QUERY = ['ref', 'referral', 'refcode'];

export interface ArrivalOptions {
  readonly redaction: Redaction;
  readonly referral: ReferralOptions | undefined;
  /** The widest domain of this site, such as `example.co.uk`; empty when it is not known. */
  readonly findSite: () => string;
}

type Address = Pick<URL, 'search' | 'pathname' | 'hash'>;

const isWithin = (host: string, site: string) => site !== '' && `.${host}`.endsWith(`.${site}`);

/** The fields that have a value, cleaned, since anybody can write anything into a link. */
const known = (fields: readonly (readonly [string, string | null | undefined])[]): Touch =>
  Object.fromEntries(
    fields.map(([name, value]) => [name, cleanText(value ?? '')]).filter(([, value]) => value),
  );

/**
 * Answers the function to call at each event: it gives an arrival the first time, and later only
 * when the URL names another campaign.
 */
export const createTakeArrival = (
  page: Window,
  options: ArrivalOptions,
): (() => Arrival | null) => {
  const { document, location } = page;
  const path = options.referral?.path;
  const query = options.referral?.query ?? REFERRAL_QUERY;
  let href = '';
  let campaign = '';

  const readCampaign = ({ search, pathname, hash }: Address): Touch => {
    // An app that routes by the fragment has its parameters there: `#/swap?ref=bob`.
    const given = new URLSearchParams(search + hash.replace(/^#(!?\/[^?]*\?|.*)/, '&'));
    const [, ref = ''] = (path && pathname.match(path)) || [];
    const names = CAMPAIGN_PARAMETERS.filter((name) => name !== 'ref');
    return known([
      ...names.map((name) => [name, given.get(name)] as const),
      ['ref', query.map((name) => given.get(name)).find(Boolean) ?? decode(ref)],
    ]);
  };

  const isOwn = (host: string): boolean => {
    const own = location.hostname;
    if (isWithin(host, own) || isWithin(own, host)) return true;
    const isNear = host.split('.').slice(-2).join() === own.split('.').slice(-2).join();
    return isNear && isWithin(host, options.findSite());
  };

  const readLoad = (): Touch => {
    const referrer = attempt(() => new URL(document.referrer));
    const here = readCampaign(location);
    if (!referrer) return here;
    if (!isOwn(referrer.hostname)) {
      return { ...here, referrer: redactUrl(referrer, options.redaction) };
    }
    // The referrer is a page of this site. It may have been the campaign's landing page, and have
    // sent the visitor on before this script ran there.
    return campaignOf(here) === '' ? readCampaign(referrer) : here;
  };

  return () => {
    if (location.href === href) return null;
    const isLoad = href === '';
    href = location.href;
    const touch = isLoad ? readLoad() : readCampaign(location);
    const before = campaign;
    campaign = campaignOf(touch);
    if (!isLoad && (campaign === '' || campaign === before)) return null;
    const [navigation] = page.performance?.getEntriesByType?.('navigation') ?? [];
    return {
      touch: { ...touch, landing_page: redactUrl(location, options.redaction) },
      isVisit:
        !isLoad || !/reload|back/.test((navigation as PerformanceNavigationTiming)?.type ?? ''),
    };
  };
};
