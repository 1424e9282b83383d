// Events as they arrive, with all that they carry.
/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { EventList } from '../parts/event-list.js';
import { Icon } from '../parts/icon.js';
import { Empty, Skeleton, Unanswered } from '../parts/panel.js';
import { Problem } from '../parts/problem.js';
import { ViewHead } from '../parts/view-head.js';
import { readPageFacts } from '../state/page-facts.js';
import { useScope } from '../state/scope.js';
import { useLiveEvents } from '../state/use-live-events.js';
import { LiveState } from './overview/live-panel.js';

const SHOWN = 50;

export function Live() {
  const { project } = useScope();
  /** Another project begins anew. */
  const [pausedIn, setPausedIn] = useState<string>();
  const isPaused = pausedIn === project;
  const { events, error, isTold, fresh } = useLiveEvents(SHOWN, isPaused);
  const isLive = error === undefined && events !== undefined;
  return (
    <>
      <ViewHead
        title="Live"
        note={isPaused ? 'Paused' : <LiveState isLive={isLive} error={error} />}
        isOfProject
      >
        <button
          type="button"
          class="button"
          onClick={() => setPausedIn(isPaused ? undefined : project)}
        >
          <Icon name={isPaused ? 'play' : 'pause'} />
          {isPaused ? 'Resume' : 'Pause'}
        </button>
      </ViewHead>
      <section class="panel" aria-label="Events">
        {error !== undefined && !isTold && <Problem error={error} />}
        {events === undefined && isTold && <Unanswered error={error} />}
        {events === undefined && error === undefined && <Skeleton lines={12} />}
        {events?.length === 0 && <NothingYet />}
        {events !== undefined && events.length > 0 && <EventList events={events} fresh={fresh} />}
      </section>
    </>
  );
}

const NothingYet = () => (
  <Empty>
    <p class="problem-title">Nothing since yesterday</p>
    <p>What happens next shows up here by itself.</p>
    {readPageFacts().hasDemo && (
      <p>
        Try it: open the <a href="/demo">demo dapp</a> in another window.
      </p>
    )}
  </Empty>
);
