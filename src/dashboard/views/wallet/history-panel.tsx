// The history of a wallet by visit: how the visitor came, and what they did.
/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
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
import { newestVisits, readVisits, type Visit, type Wanted } from '../../state/visits.js';
import { toActions } from '../../state/wallet-actions.js';

/** How many of the newest visits are unfolded at first; the others can be opened. */
const OPEN = 3;

export function HistoryPanel({ profile }: { readonly profile: Profile }) {
  const { address, activity_dates: activeDays } = profile;
  return (
    <Panel title="History" note="Visits with their source and events, newest first" span={8}>
      <Visits wanted={newestVisits(address, activeDays ?? [])} lines={12} />
    </Panel>
  );
}

interface VisitsProps {
  readonly wanted: Wanted;
  readonly lines: number;
}

/** The newest of these visits, and those before them on demand. */
function Visits({ wanted, lines }: VisitsProps) {
  const { client } = useSession();
  const { key } = useScope();
  const { address, days, from, shown } = wanted;
  const isNewest = shown === undefined;
  const answer = useAnswer(`${address} ${key} ${days.length} ${from?.message_id}`, (signal) =>
    readVisits(client, wanted, { signal }),
  );
  return (
    <Answered answer={answer} lines={lines}>
      {({ visits, older }) =>
        visits.length === 0 && older === undefined && isNewest ? (
          <Empty>No events yet. This wallet was only imported or labelled.</Empty>
        ) : (
          <div class="visits">
            {visits.map((visit, index) => (
              <VisitEvents key={visit.key} visit={visit} isOpen={isNewest && index < OPEN} />
            ))}
            {older !== undefined && <OlderVisits wanted={older} />}
          </div>
        )
      }
    </Answered>
  );
}

/** A disclosure and no button, so that the focus stays on it and the visits come behind it. */
function OlderVisits({ wanted }: { readonly wanted: Wanted }) {
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <details class="older" onToggle={() => setWasOpened(true)}>
      <summary>Older visits</summary>
      {wasOpened && <Visits wanted={wanted} lines={3} />}
    </details>
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
