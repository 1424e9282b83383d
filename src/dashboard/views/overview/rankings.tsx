// What happened most: pages, events, chains, places, wallets.
/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import type { CallOptions } from '../../../client/options.js';
import type { TopEventsRow } from '../../../protocol/analytics/top-events.js';
import { chainName, countryName, eventName } from '../../format/names.js';
import { formatAmount } from '../../format/numbers.js';
import { overProjects } from '../../format/over-projects.js';
import { BarList, type BarListProps, type BarRow } from '../../parts/bar-list.js';
import { useFilters } from '../../parts/filter-bar.js';
import { Answered, Panel } from '../../parts/panel.js';
import { WalletAddress } from '../../parts/wallet-address.js';
import type { Counted } from '../../state/place.js';
import { useScope } from '../../state/scope.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';

/** Rows of a ranking. */
const SHOWN = 8;
/** More than are shown: several projects may each have a row of one name, and the API ranks by another number. */
export const ASKED = 100;

/** Those with the most of what the bars show. */
export const largest = (rows: readonly BarRow[]): readonly BarRow[] =>
  [...rows].sort((a, b) => b.value - a.value).slice(0, SHOWN);

/** Of a list. That nothing of the kind ever happened would be another thing. */
export const NOTHING_MATCHES = 'Nothing here matches the filters in these days.';

interface RankingProps<Row> {
  readonly title: string;
  readonly note?: ComponentChildren;
  readonly ask: (options: CallOptions) => Promise<{ readonly data: readonly Row[] }>;
  readonly rowOf: (row: Row, counted: Counted) => BarRow;
  readonly heads: BarListProps['heads'];
  /** Where filters count the events that match them. Default: the same. */
  readonly headsOfEvents?: BarListProps['heads'];
  readonly format?: (value: number) => string;
  readonly empty: ComponentChildren;
}

function Ranking<Row extends object>(props: RankingProps<Row>) {
  const { title, note, ask, rowOf, heads, headsOfEvents = heads, format, empty } = props;
  const { query, counted, key } = useScope();
  const answer = useAnswer(key, async (signal) => {
    const { data } = await ask({ signal });
    return { data, counted, isFiltered: query.filters !== undefined };
  });
  return (
    <Panel title={title} note={note} span={4}>
      <Answered answer={answer} lines={8}>
        {({ data, counted: asked, isFiltered }) => (
          <BarList
            caption={title}
            heads={asked === 'events' ? headsOfEvents : heads}
            rows={largest(
              overProjects(data, (row) => rowOf(row, asked).key).map((row) => rowOf(row, asked)),
            )}
            empty={isFiltered ? NOTHING_MATCHES : empty}
            {...(format === undefined ? {} : { format })}
          />
        )}
      </Answered>
    </Panel>
  );
}

/** The address's question, limited to what a ranking is made of. */
function useRanked() {
  const { client } = useSession();
  const { query } = useScope();
  return { analytics: client.analytics, query: { ...query, limit: ASKED } };
}

export function PagesPanel() {
  const { analytics, query } = useRanked();
  const { add } = useFilters();
  return (
    <Ranking
      title="Pages"
      ask={(options) => analytics.topPages(query, options)}
      heads={['Path', 'Views', 'Visitors']}
      headsOfEvents={['Path', 'Events', 'Visitors']}
      empty="No page views in these days."
      rowOf={({ page, hits, visitors }) => ({
        key: page,
        name: page,
        value: hits,
        extra: visitors,
        onChoose: () => add({ field: 'page', op: 'eq', value: page }),
      })}
    />
  );
}

export function EventsPanel() {
  const { analytics, query } = useRanked();
  const { add } = useFilters();
  const filterBy = ({ type, event }: TopEventsRow) =>
    event === ''
      ? add({ field: 'type', op: 'eq', value: type })
      : add({ field: 'event', op: 'eq', value: event });
  return (
    <Ranking
      title="Events"
      ask={(options) => analytics.topEvents(query, options)}
      heads={['Event', 'Times']}
      empty="No events in these days."
      rowOf={(row) => ({
        key: `${row.type} ${row.event}`,
        name: eventName(row.type, row.event),
        value: row.hits,
        onChoose: () => filterBy(row),
      })}
    />
  );
}

export function ChainsPanel() {
  const { analytics, query } = useRanked();
  return (
    <Ranking
      title="Chains"
      ask={(options) => analytics.topChains(query, options)}
      heads={['Chain', 'Transactions', 'Wallets']}
      headsOfEvents={['Chain', 'Events', 'Wallets']}
      empty="No event names a chain yet. Connected wallets do."
      rowOf={({ chain_id: id, hits, transactions, wallets }, counted) => ({
        key: id,
        name: chainName(id),
        value: counted === 'events' ? hits : transactions,
        extra: wallets,
      })}
    />
  );
}

export function PlacesPanel() {
  const { analytics, query } = useRanked();
  const { add } = useFilters();
  const filterBy = (location: string) =>
    location === 'Unknown'
      ? add({ field: 'location', op: 'isEmpty', value: '' })
      : add({ field: 'location', op: 'eq', value: location });
  return (
    <Ranking
      title="Places"
      ask={(options) => analytics.topLocations(query, options)}
      heads={['Country', 'Visitors', 'Sessions']}
      empty="No sessions in these days."
      rowOf={({ location, visitors, sessions }) => ({
        key: location,
        name: countryName(location),
        value: visitors,
        extra: sessions,
        onChoose: () => filterBy(location),
      })}
    />
  );
}

export function TopWalletsPanel() {
  const { analytics, query } = useRanked();
  return (
    <Ranking
      title="Top wallets"
      ask={(options) => analytics.topWallets({ ...query, order_by: 'revenue' }, options)}
      heads={['Wallet', 'Revenue', 'Events']}
      format={formatAmount}
      empty="No wallet connected in these days."
      rowOf={({ address, revenue, hits }) => ({
        key: address,
        name: <WalletAddress address={address} />,
        value: revenue,
        extra: hits,
      })}
    />
  );
}
