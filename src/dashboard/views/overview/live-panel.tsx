// The newest events, as they arrive.
/** @jsxImportSource preact */
import { PermissionDeniedError } from '../../../client/errors.js';
import { EventList } from '../../parts/event-list.js';
import { Empty, Panel, Skeleton, Unanswered } from '../../parts/panel.js';
import { Problem } from '../../parts/problem.js';
import { useLiveEvents } from '../../state/use-live-events.js';
import { useNavigation } from '../../state/use-place.js';

const SHOWN = 8;

export interface LivePanelProps {
  /** What the chart beside it shows, by which colours are told. */
  readonly beside?: readonly string[] | undefined;
}

export function LivePanel({ beside }: LivePanelProps) {
  const { hrefTo } = useNavigation();
  const { events, error, isTold, fresh, isUnfiltered, isFiltered } = useLiveEvents(SHOWN, false);
  return (
    <Panel
      title="Live"
      note={
        <LiveState
          isLive={error === undefined && events !== undefined}
          error={error}
          isUnfiltered={isUnfiltered}
        />
      }
      span={4}
      actions={<a href={hrefTo({ view: 'live' })}>All</a>}
    >
      {events === undefined && error !== undefined && !isTold && <Problem error={error} />}
      {events === undefined && isTold && <Unanswered error={error} />}
      {events === undefined && error === undefined && <Skeleton lines={8} />}
      {events?.length === 0 && <Empty>{nothingSince(isFiltered)}.</Empty>}
      {events !== undefined && events.length > 0 && (
        <EventList events={events} fresh={fresh} beside={beside} isCompact />
      )}
    </Panel>
  );
}

export const nothingSince = (isFiltered: boolean): string =>
  isFiltered ? 'Nothing that matches the filters since yesterday' : 'Nothing since yesterday';

export interface LiveStateProps {
  readonly isLive: boolean;
  /** Of the last attempt. */
  readonly error: unknown;
  /** There are filters beside it, which it does not follow. */
  readonly isUnfiltered: boolean;
}

export const LiveState = ({ isLive, error, isUnfiltered }: LiveStateProps) => (
  <span class="live-state" data-live={isLive}>
    {isLive
      ? 'As they arrive'
      : error instanceof PermissionDeniedError
        ? 'Not with this key'
        : 'Waiting for the server'}
    {isUnfiltered && ', whatever the filters'}
  </span>
);
