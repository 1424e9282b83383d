// The key figures of a wallet.
/** @jsxImportSource preact */
import type { Profile } from '../../../client/answers.js';
import { formatCount, formatHeadline } from '../../format/numbers.js';
import { FigureList, type FigureListProps } from '../../parts/figure-list.js';
import { RelativeTime } from '../../parts/relative-time.js';

export function WalletFigures({ profile }: { readonly profile: Profile }) {
  const figures: FigureListProps['figures'] = [
    ['First seen', <RelativeTime key="first" at={profile.first_seen} />],
    ['Last seen', <RelativeTime key="last" at={profile.last_seen} />],
    ['Sessions', formatCount(profile.num_sessions ?? 0)],
    ['Revenue', formatHeadline(profile.revenue ?? 0)],
    ['Volume', formatHeadline(profile.volume ?? 0)],
    ['Points', formatHeadline(profile.points ?? 0)],
    ...(profile.updated_at === null
      ? []
      : ([
          ['Net worth (USD)', formatHeadline(profile.net_worth_usd)],
          ['Transactions', formatCount(profile.tx_count)],
        ] as const)),
  ];
  return <FigureList figures={figures} />;
}
