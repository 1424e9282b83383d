// The page of a visitor: what a browser did, and which wallets it connected.
/** @jsxImportSource preact */
import { visitorName } from '../format/names.js';
import { formatCount, formatHeadline } from '../format/numbers.js';
import { AboutPanel, countryFact, deviceFact } from '../parts/about-panel.js';
import { FigureList } from '../parts/figure-list.js';
import { FullId } from '../parts/full-id.js';
import { HistoryPanel } from '../parts/history-panel.js';
import { Icon } from '../parts/icon.js';
import { LastYear } from '../parts/last-year.js';
import { Answered, Empty } from '../parts/panel.js';
import { RelativeTime } from '../parts/relative-time.js';
import { ViewHead } from '../parts/view-head.js';
import { WalletAddress } from '../parts/wallet-address.js';
import { readVisitor, type Visitor } from '../state/read-visitor.js';
import { useScope } from '../state/scope.js';
import { useSession } from '../state/session.js';
import { useAnswer } from '../state/use-answer.js';
import { useNavigation } from '../state/use-place.js';

export function VisitorPage({ anonymousId }: { readonly anonymousId: string }) {
  const { client } = useSession();
  const { days, key } = useScope();
  const {
    hrefTo,
    place: { options },
  } = useNavigation();
  const answer = useAnswer(`${anonymousId} ${key}`, async (signal) => ({
    visitor: await readVisitor(client, { anonymousId, days }, { signal }),
  }));
  return (
    <>
      {/* With the options, it leads to the search that this visitor was found by. */}
      <a class="back" href={hrefTo({ view: 'live', options })}>
        <Icon name="back" />
        {options.find === undefined ? 'Live' : 'Visitors'}
      </a>
      <ViewHead
        title={visitorName(anonymousId)}
        note={<FullId id={anonymousId} what="anonymous id" />}
        follows="days"
      />
      <Answered answer={answer} lines={12}>
        {({ visitor }) =>
          visitor === undefined ? (
            <section class="panel" aria-label="Visitor">
              <Empty>
                <p class="problem-title">No events of this visitor in this period</p>
                <LastYear />
              </Empty>
            </section>
          ) : (
            <KnownVisitor anonymousId={anonymousId} visitor={visitor} />
          )
        }
      </Answered>
    </>
  );
}

interface KnownVisitorProps {
  readonly anonymousId: string;
  readonly visitor: Visitor;
}

const KnownVisitor = ({ anonymousId, visitor }: KnownVisitorProps) => (
  <div class="grid">
    <FigureList
      figures={[
        ['First event', <RelativeTime key="first" at={visitor.first_ms} />],
        ['Last event', <RelativeTime key="last" at={visitor.last_ms} />],
        ['Sessions', formatCount(visitor.sessions)],
        ['Events', formatCount(visitor.events_told)],
        ['Revenue', formatHeadline(visitor.total_revenue)],
      ]}
    />
    <div class="stack" data-span={4}>
      <AboutPanel
        facts={[
          [
            'Wallets',
            visitor.wallets.length === 0
              ? 'none connected'
              : visitor.wallets.map((address) => <WalletAddress key={address} address={address} />),
          ],
          ['User id', visitor.users.join(', ')],
          countryFact(visitor.last_location),
          deviceFact([visitor.last_device, visitor.last_browser, visitor.last_os]),
        ]}
      />
    </div>
    <HistoryPanel
      wanted={{ by: 'anonymous_id', id: anonymousId, days: visitor.active_days }}
      empty="No events in this period."
    />
  </div>
);
