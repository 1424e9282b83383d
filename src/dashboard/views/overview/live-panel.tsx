// The newest events, as they arrive.
/** @jsxImportSource preact */
import { EventList } from '../../parts/event-list.js';
import { Empty, Panel, Skeleton } from '../../parts/panel.js';
import { Problem } from '../../parts/problem.js';
import { useLiveEvents } from '../../state/use-live-events.js';
import { useNavigation } from '../../state/use-place.js';

const SHOWN = 8;

export function LivePanel() {
  const { hrefTo } = useNavigation();
  const { events, error, fresh } = useLiveEvents(SHOWN, false);
  return (
    <Panel
      title="Live"
      note={<LiveState isLive={error === undefined && events !== undefined} />}
      span={4}
      actions={<a href={hrefTo({ view: 'live' })}>All</a>}
    >
      {events === undefined && error !== undefined && <Problem error={error} />}
      {events === undefined && error === undefined && <Skeleton lines={8} />}
      {events?.length === 0 && <Empty>Nothing since yesterday.</Empty>}
      {events !== undefined && events.length > 0 && (
        <EventList events={events} fresh={fresh} isCompact />
      )}
    </Panel>
  );
}

export const LiveState = ({ isLive }: { readonly isLive: boolean }) => (
  <span class="live-state" data-live={isLive}>
    {isLive ? 'As they arrive' : 'Waiting for the server'}
  </span>
);
