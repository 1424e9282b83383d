// A page of wallets, which can be sorted by the headings of its columns.
/** @jsxImportSource preact */
import type { Profile } from '../../../client/answers.js';
import { countryName } from '../../format/names.js';
import { formatCount } from '../../format/numbers.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { RelativeTime } from '../../parts/relative-time.js';
import { WalletAddress } from '../../parts/wallet-address.js';
import { useWalletList } from '../../state/use-wallet-list.js';
import { isOrder, ORDERS, type Order } from '../../state/wallet-list.js';
import { Lifecycle } from '../wallet/lifecycle.js';
import { known, nameOf, sourceOf } from './wallet-columns.js';

const SHOWN: readonly Column<Profile>[] = [
  {
    title: 'Wallet',
    isName: true,
    cell: (profile) => <WalletAddress address={profile.address} name={nameOf(profile)} />,
  },
  { title: 'Stage', cell: ({ lifecycle }) => <Lifecycle stage={lifecycle} /> },
  { title: 'Last seen', sortBy: 'last_seen', cell: (row) => <RelativeTime at={row.last_seen} /> },
  {
    ...{ title: 'Sessions', sortBy: 'num_sessions', isNumber: true },
    cell: (row) => formatCount(row.num_sessions ?? 0),
  },
  {
    ...{ title: 'Revenue', sortBy: 'revenue', isNumber: true },
    amount: ({ revenue }) => revenue ?? 0,
  },
  {
    ...{ title: 'Volume', sortBy: 'volume', isNumber: true },
    amount: ({ volume }) => volume ?? 0,
  },
  { title: 'Country', cell: ({ location }) => countryName(location ?? '') },
  { title: 'Source', cell: sourceOf },
];

/** Columns that are shown only while the list is sorted by them. */
const FURTHER: Partial<Record<Order, Column<Profile>>> = {
  first_seen: {
    ...{ title: ORDERS.first_seen, sortBy: 'first_seen' },
    cell: (row) => <RelativeTime at={row.first_seen} />,
  },
  points: {
    ...{ title: ORDERS.points, sortBy: 'points', isNumber: true },
    amount: ({ points }) => points ?? 0,
  },
  net_worth_usd: {
    ...{ title: ORDERS.net_worth_usd, sortBy: 'net_worth_usd', isNumber: true },
    amount: (row) => known(row, row.net_worth_usd),
  },
  tx_count: {
    ...{ title: ORDERS.tx_count, sortBy: 'tx_count', isNumber: true },
    amount: (row) => known(row, row.tx_count),
  },
};

export function WalletTable({ profiles }: { readonly profiles: readonly Profile[] }) {
  const { list, choose } = useWalletList();
  const further = FURTHER[list.order];
  const [name, stage, ...others] = SHOWN;
  return (
    <DataTable
      caption="Wallets"
      rows={profiles}
      keyOf={({ address }) => address}
      columns={[name, stage, further, ...others].filter((column) => column !== undefined)}
      sorting={{
        by: list.order,
        dir: list.dir,
        onSort: (order, dir) => {
          if (isOrder(order)) choose({ order, dir });
        },
      }}
    />
  );
}
