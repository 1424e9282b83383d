// Shown when there are no events: says how to send the first one, or offers other days or projects.
/** @jsxImportSource preact */
import { ScriptTag, WithWriteKey } from '../../parts/script-tag.js';
import { readPageFacts } from '../../state/page-facts.js';
import { projectOf } from '../../state/place.js';
import { useFirstEvent } from '../../state/use-first-event.js';
import { useNavigation } from '../../state/use-place.js';

export function NoEvents() {
  const { place, hrefTo } = useNavigation();
  if (place.filters.length > 0) return <p>No events match these filters in these days.</p>;
  if (projectOf(place) !== '') {
    return (
      <p>
        No events of this project in these days.{' '}
        <a href={hrefTo({ options: {} })}>Show all projects</a>.
      </p>
    );
  }
  return <NoEventsYet />;
}

function NoEventsYet() {
  const hasEvents = useFirstEvent();
  const { hrefTo } = useNavigation();
  if (hasEvents === undefined) return <p class="problem-title">No events in these days</p>;
  if (hasEvents) {
    return (
      <>
        <p class="problem-title">No events in these days</p>
        <p>
          There are some in others:{' '}
          <a href={hrefTo({ range: { last: 365 } })}>show the last 12 months</a>.
        </p>
      </>
    );
  }
  return <FirstRun />;
}

function FirstRun() {
  const { hasDemo } = readPageFacts();
  return (
    <>
      <p class="problem-title live-state" data-live="true" role="status">
        Waiting for the first event…
      </p>
      <p>
        Paste this script tag into a page and open it. What it sends shows up here by itself, within
        seconds.
      </p>
      <WithWriteKey>{(writeKey) => <ScriptTag writeKey={writeKey} />}</WithWriteKey>
      {hasDemo && (
        <p>
          Or walk through the <a href="/demo">demo dapp</a>, whose events arrive here.
        </p>
      )}
      <p>
        Events that <code>curl</code> or a script sends count as those of robots: they are stored
        and not shown, unless the server runs with <code>BOTS=keep</code>.
      </p>
    </>
  );
}
