// Where a visitor came from: the referrer, and the channel that it and the campaign tell.

import { CAMPAIGN_PARAMETERS, CLICK_IDS } from '../../../protocol/campaign.js';
import { remember } from '../../remember.js';
import { type Bag, readText } from '../bag.js';
import { type Channel, channelOf } from './channel.js';
import { hostOf, isSameSite, withLowerHost } from './hosts.js';
import type { ReferrerTable } from './referrer-table.js';

export interface Origin {
  /** Empty when the visitor came from a page of the same site. */
  readonly referrerUrl: string;
  readonly channel: Channel;
}

export type ReadOrigin = (context: Bag, pageHost: string) => Origin;

const REFERRERS_REMEMBERED = 2_000;

const UTM_PARAMETERS = CAMPAIGN_PARAMETERS.filter((name) => name.startsWith('utm_'));

export function createOriginReader(table: ReferrerTable): ReadOrigin {
  const read = remember(REFERRERS_REMEMBERED, (sent) => ({
    host: hostOf(sent),
    url: withLowerHost(sent),
  }));
  return (context, pageHost) => {
    const { host, url } = read(readText(context, 'referrer').trim());
    const isForeign = host !== '' && (pageHost === '' || !isSameSite(host, pageHost));
    const words = (name: string): string => readText(context, name).trim().toLowerCase();
    return {
      referrerUrl: isForeign ? url : '',
      channel: channelOf(
        {
          referrerHost: isForeign ? host : '',
          ref: words('ref'),
          utmSource: words('utm_source'),
          utmMedium: words('utm_medium'),
          hasCampaign: UTM_PARAMETERS.some((name) => words(name) !== ''),
          clickIds: CLICK_IDS.filter((name) => words(name) !== ''),
        },
        table,
      ),
    };
  };
}
