// The key figures of a wallet.
/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import type { Profile } from '../../../client/answers.js';
import { formatCount, formatHeadline } from '../../format/numbers.js';
import { RelativeTime } from '../../parts/relative-time.js';

export function WalletFigures({ profile }: { readonly profile: Profile }) {
  const figures: readonly (readonly [title: string, value: ComponentChildren])[] = [
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
  return (
    <section class="panel figures-panel" data-span={12} aria-label="Key figures">
      <dl class="figures">
        {figures.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              <span class="figure">{value}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
