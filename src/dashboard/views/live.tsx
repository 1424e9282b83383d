// The newest events as they arrive, with all their properties.
/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { EventList } from '../parts/event-list.js';
import { Icon } from '../parts/icon.js';
import { Answered, Empty } from '../parts/panel.js';
import { ViewHead } from '../parts/view-head.js';
import { readPageFacts } from '../state/page-facts.js';
import { useLiveEvents, useLiveQuestion } from '../state/use-live-events.js';
import { useNavigation } from '../state/use-place.js';
import { FoundVisitors } from './live/found-visitors.js';
import { VisitorSearch } from './live/visitor-search.js';
import { LiveState, nothingSince } from './overview/live-panel.js';

const SHOWN = 50;

export function Live() {
  const { find = '' } = useNavigation().place.options;
  return find === '' ? <LiveEvents /> : <FoundVisitors find={find} />;
}

function LiveEvents() {
  const { of } = useLiveQuestion();
  /** The project and filters that were paused, as a text: events of others are not paused. */
  const [pausedIn, setPausedIn] = useState<string>();
  const isPaused = pausedIn === of;
  const { answer, fresh, isUnfiltered, isFiltered } = useLiveEvents(SHOWN, isPaused);
  return (
    <>
      <ViewHead
        title="Live"
        note={isPaused ? 'Paused' : <LiveState answer={answer} isUnfiltered={isUnfiltered} />}
        follows="filters"
        isOfProject
      >
        <VisitorSearch find="" />
        <button type="button" class="button" onClick={() => setPausedIn(isPaused ? undefined : of)}>
          <Icon name={isPaused ? 'play' : 'pause'} />
          {isPaused ? 'Resume' : 'Pause'}
        </button>
      </ViewHead>
      <section class="panel" aria-label="Events">
        <Answered answer={answer} lines={12}>
          {(events) =>
            events.length === 0 ? (
              <NothingYet title={nothingSince(isFiltered)} />
            ) : (
              <EventList events={events} fresh={fresh} />
            )
          }
        </Answered>
      </section>
    </>
  );
}

const NothingYet = ({ title }: { readonly title: string }) => (
  <Empty>
    <p class="problem-title">{title}</p>
    <p>New events appear here automatically.</p>
    {readPageFacts().hasDemo && (
      <p>
        Try it: open the <a href="/demo">demo dapp</a> in another window.
      </p>
    )}
  </Empty>
);
