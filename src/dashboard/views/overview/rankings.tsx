// The rankings of the overview: pages, events, chains, countries and wallets.
/** @jsxImportSource preact */
import { chainName, countryName, eventName } from '../../format/names.js';
import { WalletAddress } from '../../parts/wallet-address.js';
import type { Counted } from '../../state/place.js';
import { useScope } from '../../state/scope.js';
import { useSession } from '../../state/session.js';
import { Ranking } from './ranking.js';

/** The days, filters and project of the page's address as parameters, with a limit of rows. */
function useRanked() {
  const { client } = useSession();
  const { query } = useScope();
  return { analytics: client.analytics, of: (limit: number) => ({ ...query, limit }) };
}

/** Title of the API's number `hits`: under filters on events, these are not page views. */
export const hitsTitle = (counted: Counted): string =>
  counted === 'events' ? 'Events' : 'Page views';

export function PagesPanel() {
  const { analytics, of } = useRanked();
  return (
    <Ranking
      id="pages"
      title="Pages"
      head="Path"
      ask={(limit, signal) => analytics.topPages(of(limit), { signal })}
      empty="No page views in this period."
      filterOf={({ page: value }) => ({ field: 'page', op: 'eq', value })}
      ranked={(counted) => ({
        keyOf: ({ page }) => page,
        nameOf: ({ page }) => page,
        counts: [
          { title: counted === 'events' ? 'Events' : 'Views', value: ({ hits }) => hits },
          { title: 'Visitors', value: ({ visitors }) => visitors },
          { title: 'Sessions', value: ({ sessions }) => sessions },
        ],
      })}
    />
  );
}

export function EventsPanel() {
  const { analytics, of } = useRanked();
  return (
    <Ranking
      id="events"
      title="Events"
      head="Event"
      ask={(limit, signal) => analytics.topEvents(of(limit), { signal })}
      empty="No events in this period."
      filterOf={({ type, event }) =>
        event === ''
          ? { field: 'type', op: 'eq', value: type }
          : { field: 'event', op: 'eq', value: event }
      }
      ranked={() => ({
        keyOf: ({ type, event }) => `${type} ${event}`,
        nameOf: ({ type, event }) => eventName(type, event),
        counts: [{ title: 'Count', value: ({ hits }) => hits }],
      })}
    />
  );
}

export function ChainsPanel() {
  const { analytics, of } = useRanked();
  return (
    <Ranking
      id="chains"
      title="Chains"
      head="Chain"
      ask={(limit, signal) => analytics.topChains(of(limit), { signal })}
      empty="No events with a chain in this period. Chains appear once wallets connect."
      ranked={(counted) => {
        const events = { title: 'Events', value: ({ hits }: { hits: number }) => hits };
        const wallets = { title: 'Wallets', value: (row: { wallets: number }) => row.wallets };
        const sent = {
          title: 'Transactions',
          value: (row: { transactions: number }) => row.transactions,
        };
        const [first, last] = counted === 'events' ? [events, sent] : [sent, events];
        return {
          keyOf: ({ chain_id: id }) => id,
          nameOf: ({ chain_id: id }) => chainName(id),
          counts: [
            first,
            wallets,
            last,
            { title: 'Revenue', value: ({ revenue }) => revenue, isAmount: true },
            { title: 'Volume', value: ({ volume }) => volume, isAmount: true },
          ],
        };
      }}
    />
  );
}

export function PlacesPanel() {
  const { analytics, of } = useRanked();
  return (
    <Ranking
      id="places"
      title="Countries"
      head="Country"
      ask={(limit, signal) => analytics.topLocations(of(limit), { signal })}
      empty="No sessions in this period."
      filterOf={({ location: value }) =>
        value === 'Unknown'
          ? { field: 'location', op: 'isEmpty', value: '' }
          : { field: 'location', op: 'eq', value }
      }
      ranked={(counted) => ({
        keyOf: ({ location }) => location,
        nameOf: ({ location }) => countryName(location),
        counts: [
          { title: 'Visitors', value: ({ visitors }) => visitors },
          { title: 'Sessions', value: ({ sessions }) => sessions },
          { title: hitsTitle(counted), value: ({ hits }) => hits },
        ],
      })}
    />
  );
}

export function TopWalletsPanel() {
  const { analytics, of } = useRanked();
  return (
    <Ranking
      id="wallets"
      title="Top wallets"
      head="Wallet"
      ask={(limit, signal) =>
        analytics.topWallets({ ...of(limit), order_by: 'revenue' }, { signal })
      }
      empty="No wallets connected in this period."
      show={({ address }) => <WalletAddress address={address} />}
      ranked={() => ({
        keyOf: ({ address }) => address,
        nameOf: ({ address }) => address,
        counts: [
          { title: 'Revenue', value: ({ revenue }) => revenue, isAmount: true },
          { title: 'Events', value: ({ hits }) => hits },
          { title: 'Sessions', value: ({ sessions }) => sessions },
          { title: 'Volume', value: ({ volume }) => volume, isAmount: true },
          { title: 'Points', value: ({ points }) => points, isAmount: true },
        ],
      })}
    />
  );
}
