// The visitors with a user id or an anonymous id that somebody looks for.
/** @jsxImportSource preact */
import { formatCount } from '../../format/numbers.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { Icon } from '../../parts/icon.js';
import { LastYear } from '../../parts/last-year.js';
import { MoreVisitors } from '../../parts/more-visitors.js';
import { Answered, Empty } from '../../parts/panel.js';
import { RelativeTime } from '../../parts/relative-time.js';
import { ViewHead } from '../../parts/view-head.js';
import { VisitorLink } from '../../parts/visitor-link.js';
import { WalletAddress } from '../../parts/wallet-address.js';
import { readVisitors, type VisitorRow, withIdSql } from '../../state/read-visitors.js';
import { useScope } from '../../state/scope.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';
import { useNavigation } from '../../state/use-place.js';
import { VisitorSearch } from './visitor-search.js';

export function FoundVisitors({ find }: { readonly find: string }) {
  const { client } = useSession();
  const { days, key, project } = useScope();
  const { hrefTo } = useNavigation();
  const answer = useAnswer(`${find} ${key}`, async (signal) => ({
    ...(await readVisitors(client, { where: withIdSql(find, project), days }, { signal })),
    find,
  }));
  return (
    <>
      <a class="back" href={hrefTo({ view: 'live' })}>
        <Icon name="back" />
        Live
      </a>
      <ViewHead
        title="Visitors"
        note={`With the user id “${find}”, or an anonymous id that begins with it`}
        follows="days"
        isOfProject
      >
        <VisitorSearch find={find} />
      </ViewHead>
      <section class="panel" aria-label="Visitors">
        <Answered answer={answer} lines={5}>
          {({ find: asked, ...found }) =>
            found.data.length === 0 ? (
              <NoVisitors find={asked} />
            ) : (
              <>
                <DataTable caption="Visitors" rows={found.data} columns={columnsOf(asked)} />
                <MoreVisitors {...found} />
              </>
            )
          }
        </Answered>
      </section>
    </>
  );
}

const columnsOf = (find: string): readonly Column<VisitorRow>[] => [
  {
    title: 'Visitor',
    isName: true,
    cell: ({ anonymous_id: id }) =>
      // The page of the visitor links back to what was searched for.
      id === '' ? (
        <span class="muted">without anonymous id</span>
      ) : (
        <VisitorLink id={id} to={{ options: { find } }} />
      ),
  },
  { title: 'User id', cell: ({ users }) => users.join(', ') },
  {
    title: 'Wallets',
    cell: ({ wallets }) => wallets.map((one) => <WalletAddress key={one} address={one} />),
  },
  { title: 'Events', isNumber: true, cell: (row) => formatCount(row.events_told) },
  { title: 'Last event', cell: (row) => <RelativeTime at={row.last_ms} /> },
];

function NoVisitors({ find }: { readonly find: string }) {
  const { hrefTo } = useNavigation();
  return (
    <Empty>
      <p class="problem-title">No visitors match “{find}” in this period</p>
      <p>
        A user id must be complete, in the same case. Of an anonymous id, the beginning is enough.
      </p>
      <LastYear />
      <p>
        <a href={hrefTo({ view: 'wallets', options: { find } })}>Search all wallets for “{find}”</a>
      </p>
    </Empty>
  );
}
