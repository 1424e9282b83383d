// The visitors of a wallet, its first and last source, its place and device, and its names.
/** @jsxImportSource preact */

import type { Profile } from '../../../client/answers.js';
import { IDENTITY_FIELDS } from '../../../protocol/profiles/profile-fields.js';
import { sourceName } from '../../format/names.js';
import { AboutPanel, countryFact, deviceFact, type Fact } from '../../parts/about-panel.js';
import { WalletVisitors } from './wallet-visitors.js';

const sourceOf = (profile: Profile, which: 'first' | 'last') =>
  sourceName({
    utm_source: profile[`${which}_utm_source`],
    utm_campaign: profile[`${which}_utm_campaign`],
    referrer: profile[`${which}_referrer`],
    ref: profile[`${which}_ref`],
  });

export function AttributionPanel({ profile }: { readonly profile: Profile }) {
  const facts: readonly Fact[] = [
    ['Visitors', <WalletVisitors key="visitors" profile={profile} />],
    ['First source', sourceOf(profile, 'first')],
    ['Last source', sourceOf(profile, 'last')],
    countryFact(profile.location),
    deviceFact([profile.device, profile.browser, profile.os]),
    ...IDENTITY_FIELDS.filter((name) => name !== 'avatar').map(
      (name): Fact => [name.replace('_', ' '), profile[name]],
    ),
  ];
  return <AboutPanel facts={facts} />;
}
