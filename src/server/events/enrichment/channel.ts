// Tells through which of the twelve acquisition channels a visitor came.
import type { ReferrerTable, SourceKind } from './referrer-table.js';

/** What tells the channel. All texts lower case and trimmed; unknown ones empty. */
export interface Approach {
  /** Empty when it is the visited site itself. */
  readonly referrerHost: string;
  readonly ref: string;
  readonly utmSource: string;
  readonly utmMedium: string;
  readonly hasCampaign: boolean;
  /** Names of the click ids that are there. */
  readonly clickIds: readonly string[];
}

/** In the order in which they are tried; the first that fits is the channel (decision N-52). */
export const CHANNELS = [
  'Paid Search',
  'Paid Video',
  'Paid Social',
  'Email',
  'Referrals',
  'Display',
  'AI',
  'Organic Search',
  'Organic Social',
  'Organic Video',
  'Referrers',
  'Direct',
] as const;

export type Channel = (typeof CHANNELS)[number];

const SEARCH_CLICK_IDS: ReadonlySet<string> = new Set([
  'gclid',
  'gad_source',
  'gbraid',
  'wbraid',
  'msclkid',
]);

const words = (text: string): ReadonlySet<string> => new Set(text.split('|'));

const PAID_MEDIA = words('cpc|cpm|cpv|cpa|ppc|paidsearch|paidsocial|sem|retargeting');
const EMAIL_MEDIA = words('email|e-mail|e_mail|newsletter');
const REFERRAL_MEDIA = words('affiliate|affiliates|referral');
const DISPLAY_MEDIA = words('display|banner|expandable|interstitial');
const SOCIAL_MEDIA = words('social|social-network|social-media|sm|social network|social media');

export function channelOf(approach: Approach, table: ReferrerTable): Channel {
  const { utmMedium, ref, clickIds, referrerHost, hasCampaign } = approach;
  const source = sourceOf(approach, table);
  const isPaid = PAID_MEDIA.has(utmMedium) || utmMedium.startsWith('paid') || clickIds.length > 0;
  if (isPaid) {
    if (source === 'search') return 'Paid Search';
    if (source === 'video') return 'Paid Video';
    if (source === 'social') return 'Paid Social';
  }
  if (EMAIL_MEDIA.has(utmMedium) || source === 'email') return 'Email';
  if (REFERRAL_MEDIA.has(utmMedium) || ref !== '') return 'Referrals';
  // Paid traffic that nothing above took is never organic or direct.
  if (isPaid || DISPLAY_MEDIA.has(utmMedium) || source === 'ads') return 'Display';
  if (source === 'ai') return 'AI';
  if (utmMedium === 'organic' || source === 'search') return 'Organic Search';
  if (SOCIAL_MEDIA.has(utmMedium) || source === 'social') return 'Organic Social';
  if (utmMedium === 'video' || source === 'video') return 'Organic Video';
  return referrerHost !== '' || hasCampaign ? 'Referrers' : 'Direct';
}

/** By the referrer, else by `utm_source`, else by whose click id it is. */
function sourceOf(approach: Approach, table: ReferrerTable): SourceKind | undefined {
  const { referrerHost, utmSource, clickIds } = approach;
  const site = utmSource.startsWith('www.') ? utmSource.slice(4) : utmSource;
  const told =
    table.kindOfHost(referrerHost) ?? table.kindOfName(utmSource) ?? table.kindOfHost(site);
  if (told !== undefined || clickIds.length === 0) return told;
  return clickIds.some((name) => SEARCH_CLICK_IDS.has(name)) ? 'search' : 'social';
}
