// The wallets that are known, in an order of choice, and the way to any one of them.
/** @jsxImportSource preact */
import type { Profile } from '../../client/answers.js';
import type { PROFILE_ORDERS } from '../../protocol/profiles/profile-fields.js';
import { countryName } from '../format/names.js';
import { formatAmount, formatCount } from '../format/numbers.js';
import { DataTable } from '../parts/data-table.js';
import { Icon } from '../parts/icon.js';
import { Answered, Empty } from '../parts/panel.js';
import { RelativeTime } from '../parts/relative-time.js';
import { ViewHead } from '../parts/view-head.js';
import { WalletAddress } from '../parts/wallet-address.js';
import { useScope } from '../state/scope.js';
import { useSession } from '../state/session.js';
import { useAnswer } from '../state/use-answer.js';
import { useNavigation } from '../state/use-place.js';
import { Lifecycle } from './wallet/lifecycle.js';

const PAGE = 25;

const ORDERS = {
  last_seen: 'Last seen',
  first_seen: 'First seen',
  revenue: 'Revenue',
  volume: 'Volume',
  points: 'Points',
  num_sessions: 'Sessions',
  net_worth_usd: 'Net worth',
  tx_count: 'Transactions on chain',
} as const satisfies Partial<Record<(typeof PROFILE_ORDERS)[number], string>>;

type Order = keyof typeof ORDERS;
const isOrder = (text: string): text is Order => Object.hasOwn(ORDERS, text);

export function Wallets() {
  const { client } = useSession();
  const { place, go } = useNavigation();
  const { key } = useScope();
  const asked = place.options.order ?? '';
  const order: Order = isOrder(asked) ? asked : 'last_seen';
  const offset = Math.max(0, Math.trunc(Number(place.options.offset ?? 0)) || 0);
  const answer = useAnswer(`${order} ${offset} ${key}`, (signal) =>
    client.profiles.search({ order_by: order, limit: PAGE, offset }, { signal }),
  );
  return (
    <>
      <ViewHead title="Wallets" note="Every wallet that connected, was imported or was labelled">
        <FindWallet />
        <label class="inline-select">
          <span>Order</span>
          <select
            value={order}
            onChange={(event) => go({ options: { order: event.currentTarget.value } })}
          >
            {Object.entries(ORDERS).map(([name, title]) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        </label>
      </ViewHead>
      <section class="panel" aria-label="Wallets">
        <Answered answer={answer} lines={12}>
          {({ data, meta }) =>
            meta.total === 0 ? (
              <Empty>
                <p class="problem-title">No wallets yet</p>
                <p>They appear here when visitors connect theirs.</p>
              </Empty>
            ) : (
              <>
                {offset < meta.total ? (
                  <WalletTable profiles={data} />
                ) : (
                  <Empty>The list ends before this page.</Empty>
                )}
                <Pages offset={offset} total={meta.total} />
              </>
            )
          }
        </Answered>
      </section>
    </>
  );
}

const WalletTable = ({ profiles }: { readonly profiles: readonly Profile[] }) => (
  <DataTable
    caption="Wallets"
    rows={profiles}
    keyOf={({ address }) => address}
    columns={[
      {
        title: 'Wallet',
        isName: true,
        cell: ({ address, display_name: name, ens }) => (
          <WalletAddress address={address} name={name ?? ens} />
        ),
      },
      { title: 'Stage', cell: ({ lifecycle }) => <Lifecycle stage={lifecycle} /> },
      { title: 'Last seen', cell: ({ last_seen: at }) => <RelativeTime at={at} /> },
      { title: 'Sessions', isNumber: true, cell: (row) => formatCount(row.num_sessions ?? 0) },
      { title: 'Revenue', isNumber: true, cell: (row) => formatAmount(row.revenue ?? 0) },
      { title: 'Volume', isNumber: true, cell: (row) => formatAmount(row.volume ?? 0) },
      { title: 'Place', cell: ({ location }) => countryName(location ?? '') },
      { title: 'Source', cell: (row) => row.first_utm_source || row.first_referrer || 'Direct' },
    ]}
  />
);

function FindWallet() {
  const { go } = useNavigation();
  return (
    <form
      class="find"
      onSubmit={(event) => {
        event.preventDefault();
        const id = String(new FormData(event.currentTarget).get('address')).trim();
        if (id !== '') go({ view: 'wallets', id });
      }}
    >
      <label>
        <span class="hidden">Address or ENS name</span>
        <input name="address" type="search" placeholder="Address or ENS name" spellcheck={false} />
      </label>
      <button type="submit" class="button">
        Open
      </button>
    </form>
  );
}

function Pages({ offset, total }: { readonly offset: number; readonly total: number }) {
  const { place, hrefTo } = useNavigation();
  const last = Math.min(offset + PAGE, total);
  const lastPage = Math.trunc((total - 1) / PAGE) * PAGE;
  const to = (next: number) => hrefTo({ options: { ...place.options, offset: String(next) } });
  return (
    <nav class="pages" aria-label="Pages of wallets">
      {offset > 0 && (
        <a class="button" href={to(Math.max(0, Math.min(offset - PAGE, lastPage)))}>
          <Icon name="back" />
          Previous
        </a>
      )}
      <span class="muted">
        {offset < total && `${formatCount(offset + 1)} to ${formatCount(last)} of `}
        {formatCount(total)}
      </span>
      {last < total && (
        <a class="button" href={to(offset + PAGE)}>
          Next
          <Icon name="next" />
        </a>
      )}
    </nav>
  );
}
