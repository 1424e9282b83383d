// A list of single events: what happened, where, by whom and when.
/** @jsxImportSource preact */
import { eventColour } from '../format/event-colours.js';
import { chainName, countryName, eventName, shorten, shortId } from '../format/names.js';
import { formatAmount } from '../format/numbers.js';
import type { EventRow } from '../state/events.js';
import { useNavigation } from '../state/use-place.js';
import { CopyButton } from './copy-button.js';
import { Clock, RelativeTime } from './relative-time.js';
import { WalletAddress } from './wallet-address.js';

export interface EventListProps {
  readonly events: readonly EventRow[];
  /** Message ids of events that just arrived, which screen readers are told. */
  readonly fresh?: ReadonlySet<string>;
  /** Leaves out the wallet and the properties of each event. */
  readonly isCompact?: boolean;
  /** All events are of one visit of one wallet, so no row names either. */
  readonly isOneVisit?: boolean;
  /** Keys of the series of a chart beside the list, whose colours the events take. */
  readonly beside?: readonly string[] | undefined;
}

const NONE: ReadonlySet<string> = new Set();
/** How many new events are announced to screen readers by name; of the others, only their number. */
const MOST_NAMES = 3;

const announce = (fresh: readonly EventRow[]): string =>
  fresh.length === 0
    ? ''
    : `${fresh.length} new: ${fresh.slice(0, MOST_NAMES).map(nameOf).join(', ')}`;

export function EventList({
  events,
  fresh = NONE,
  isCompact = false,
  isOneVisit = false,
  beside,
}: EventListProps) {
  return (
    <>
      <p class="hidden" role="status">
        {announce(events.filter(({ message_id: id }) => fresh.has(id)))}
      </p>
      <ol class="events" data-compact={isCompact}>
        {events.map((event) => (
          <li
            key={event.message_id}
            data-type={event.type}
            data-fresh={fresh.has(event.message_id)}
          >
            <span
              class="event-type"
              style={{ background: `var(--series-${eventColour(event, beside)})` }}
              aria-hidden="true"
            />
            <div class="event-what">
              <span class="event-name">{nameOf(event)}</span> <EventDetail event={event} />{' '}
              {isOneVisit && <TransactionHash hash={event.transaction_hash} />}
            </div>
            {!isOneVisit && (
              <span class="event-who">
                <Who event={event} />
              </span>
            )}
            <span class="event-when">
              {isOneVisit ? (
                <Clock ms={event.happened_ms} />
              ) : (
                <RelativeTime at={event.happened_ms} />
              )}
            </span>
            {!isCompact && <EventProperties text={event.properties_text} />}
          </li>
        ))}
      </ol>
    </>
  );
}

/** The wallet; without one the visitor, or the user of a backend's event. */
function Who({
  event: { address, anonymous_id: visitor, user_id: user },
}: {
  readonly event: EventRow;
}) {
  const { hrefTo } = useNavigation();
  return address !== '' ? (
    <WalletAddress address={address} />
  ) : visitor === '' ? (
    <span class="muted">user {user}</span>
  ) : (
    <a class="muted" href={hrefTo({ view: 'live', id: visitor })} title={`Visitor ${visitor}`}>
      visitor {shortId(visitor)}
    </a>
  );
}

const nameOf = ({ type, event }: EventRow) => eventName(type, event);

function EventDetail({ event }: { readonly event: EventRow }) {
  const { type, status, chain_id: chain, revenue, page_path: path, location } = event;
  const details = [
    status,
    chain === '' ? '' : chainName(chain),
    revenue === null || revenue === 0 ? '' : `revenue ${formatAmount(revenue)}`,
    path,
    type === 'page' && location !== '' ? countryName(location) : '',
  ].filter((detail) => detail !== '');
  return <span class="muted">{details.join(' · ')}</span>;
}

const TransactionHash = ({ hash }: { readonly hash: string }) =>
  hash === '' ? null : (
    <span class="event-hash">
      <span class="mono" title={hash}>
        {shorten(hash)}
      </span>
      <CopyButton text={hash} what="transaction hash" />
    </span>
  );

/** Indents JSON. Text that is no valid JSON because it was cut off is shown as it is. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function EventProperties({ text }: { readonly text: string }) {
  if (text === '' || text === '{}') return null;
  return (
    <details class="event-properties">
      <summary>Properties</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without a mouse, only a focused area can be scrolled */}
      <pre tabIndex={0}>{pretty(text)}</pre>
    </details>
  );
}
