// The history of a wallet or a visitor by visit: how the visitor came, and what they did.
/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { eventName } from '../format/names.js';
import { formatMoment } from '../format/times.js';
import type { EventRow } from '../state/events.js';
import { useScope } from '../state/scope.js';
import { useSession } from '../state/session.js';
import { useAnswer } from '../state/use-answer.js';
import { readVisits, type Visit, type Wanted } from '../state/visits.js';
import { toActions } from '../state/wallet-actions.js';
import { EventList } from './event-list.js';
import { Answered, Empty, Panel } from './panel.js';
import { RelativeTime } from './relative-time.js';

/** How many of the newest visits are unfolded at first; the others can be opened. */
const OPEN = 3;

export interface HistoryPanelProps {
  readonly wanted: Wanted;
  /** What is shown if there are no events. */
  readonly empty: string;
}

export const HistoryPanel = ({ wanted, empty }: HistoryPanelProps) => (
  <Panel title="History" note="Visits with their source and events, newest first" span={8}>
    <Visits wanted={wanted} empty={empty} lines={12} />
  </Panel>
);

interface VisitsProps extends HistoryPanelProps {
  readonly lines: number;
}

/** The newest of these visits, and those before them on demand. */
function Visits({ wanted, empty, lines }: VisitsProps) {
  const { client } = useSession();
  const { key } = useScope();
  const { id, days, from, shown } = wanted;
  const isNewest = shown === undefined;
  // Only the newest visits are read again each minute.
  const question = `${id} ${isNewest ? key : ''} ${days.length} ${from?.message_id}`;
  const answer = useAnswer(question, (signal) => readVisits(client, wanted, { signal }));
  return (
    <Answered answer={answer} lines={lines}>
      {({ visits, older }) =>
        visits.length === 0 && older === undefined && isNewest ? (
          <Empty>{empty}</Empty>
        ) : (
          <div class="visits">
            {visits.map((visit, index) => (
              <VisitEvents key={visit.key} visit={visit} isOpen={isNewest && index < OPEN} />
            ))}
            {older !== undefined && <OlderVisits wanted={older} empty={empty} />}
          </div>
        )
      }
    </Answered>
  );
}

/** A disclosure and no button, so that the focus stays on it and the visits come behind it. */
function OlderVisits(props: HistoryPanelProps) {
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <details class="older" onToggle={() => setWasOpened(true)}>
      <summary>Older visits</summary>
      {wasOpened && <Visits {...props} lines={3} />}
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
