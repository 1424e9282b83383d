// The newest events as they arrive, in short.
/** @jsxImportSource preact */
import { PermissionDeniedError } from '../../../client/errors.js';
import { EventList } from '../../parts/event-list.js';
import { Answered, Empty, Panel } from '../../parts/panel.js';
import { type LiveEvents, useLiveEvents } from '../../state/use-live-events.js';
import { useNavigation } from '../../state/use-place.js';

const SHOWN = 8;

export interface LivePanelProps {
  /** Keys of the series of the chart beside it, whose colours the events take. */
  readonly beside?: readonly string[] | undefined;
}

export function LivePanel({ beside }: LivePanelProps) {
  const { hrefTo } = useNavigation();
  const { answer, fresh, isUnfiltered, isFiltered } = useLiveEvents(SHOWN, false);
  return (
    <Panel
      title="Live"
      note={<LiveState answer={answer} isUnfiltered={isUnfiltered} />}
      span={4}
      actions={<a href={hrefTo({ view: 'live' })}>All</a>}
    >
      <Answered answer={answer} lines={12}>
        {(events) =>
          events.length === 0 ? (
            <Empty>{nothingSince(isFiltered)}.</Empty>
          ) : (
            <EventList events={events} fresh={fresh} beside={beside} isCompact />
          )
        }
      </Answered>
    </Panel>
  );
}

export const nothingSince = (isFiltered: boolean): string =>
  isFiltered ? 'No events that match the filters since yesterday' : 'No events since yesterday';

export function LiveState({ answer, isUnfiltered }: Pick<LiveEvents, 'answer' | 'isUnfiltered'>) {
  const { data, error } = answer;
  const isLive = error === undefined && data !== undefined;
  return (
    <span class="live-state" data-live={isLive}>
      {isLive
        ? 'Updates automatically'
        : error instanceof PermissionDeniedError
          ? 'Not available with this key'
          : 'Waiting for the server'}
      {isUnfiltered && ', filters not applied'}
    </span>
  );
}
