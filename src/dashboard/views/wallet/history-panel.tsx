// The history of a wallet by visit: how the visitor came, and what they did.
/** @jsxImportSource preact */
import type { Profile } from '../../../client/answers.js';
import { eventName } from '../../format/names.js';
import { formatMoment } from '../../format/times.js';
import { EventList } from '../../parts/event-list.js';
import { Answered, Empty, Panel } from '../../parts/panel.js';
import { RelativeTime } from '../../parts/relative-time.js';
import type { EventRow } from '../../state/events.js';
import { useScope } from '../../state/scope.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';
import { readVisits, type Visit } from '../../state/visits.js';
import { toActions } from '../../state/wallet-actions.js';

/** How many of the newest visits are unfolded at first; the others can be opened. */
const OPEN = 3;

export function HistoryPanel({ profile }: { readonly profile: Profile }) {
  const { address, activity_dates: activeDays } = profile;
  const { client } = useSession();
  const { key } = useScope();
  const answer = useAnswer(`${address} ${key} ${activeDays?.at(-1)}`, (signal) =>
    readVisits(client, { address, activeDays: activeDays ?? [] }, { signal }),
  );
  return (
    <Panel title="History" note="Visits with their source and events, newest first" span={8}>
      <Answered answer={answer} lines={12}>
        {({ visits, isCut }) =>
          visits.length === 0 ? (
            <Empty>No events yet. This wallet was only imported or labelled.</Empty>
          ) : (
            <div class="visits">
              {visits.map((visit, index) => (
                <VisitEvents key={visit.key} visit={visit} isOpen={index < OPEN} />
              ))}
              {isCut && <p class="note">These are the newest visits. Older ones are not shown.</p>}
            </div>
          )
        }
      </Answered>
    </Panel>
  );
}

interface VisitEventsProps {
  readonly visit: Visit;
  readonly isOpen: boolean;
}

const VisitEvents = ({ visit: { source, events }, isOpen }: VisitEventsProps) => {
  const actions = toActions(events);
  return (
    <details open={isOpen}>
      <summary class="visit-head">
        <span>
          <strong>{formatMoment(events[0].happened_ms)}</strong>{' '}
          <bdi class="muted">{source ?? 'outside of a visit'}</bdi>
        </span>
        <span class="event-when">
          <RelativeTime at={events[0].happened_ms} />
        </span>
        <span class="visit-trail">{trailOf(actions)}</span>
      </summary>
      <EventList events={actions} isOneVisit />
    </details>
  );
};

/** Sums up a visit, with every name once, in the order of the first event: `Page view ×3 · Wallet connected`. */
function trailOf(actions: readonly EventRow[]): string {
  const times = new Map<string, number>();
  for (const { type, event } of actions) {
    const name = eventName(type, event);
    times.set(name, (times.get(name) ?? 0) + 1);
  }
  return [...times]
    .map(([name, count]) => (count === 1 ? name : `${name}\u00a0×${count}`))
    .join(' · ');
}
