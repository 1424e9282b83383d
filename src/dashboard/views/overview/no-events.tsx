// Shown when there are no events: says how to send the first one, or offers other days or projects.
/** @jsxImportSource preact */
import { LastYear } from '../../parts/last-year.js';
import { ScriptTag, WithWriteKey } from '../../parts/script-tag.js';
import { readPageFacts } from '../../state/page-facts.js';
import { projectOf } from '../../state/place.js';
import { useFirstEvent } from '../../state/use-first-event.js';
import { useNavigation } from '../../state/use-place.js';

export function NoEvents() {
  const { place, hrefTo } = useNavigation();
  if (place.filters.length > 0) return <p>No events match these filters in this period.</p>;
  if (projectOf(place) !== '') {
    return (
      <p>
        This project has no events in this period.{' '}
        <a href={hrefTo({ options: {} })}>Show all projects</a>.
      </p>
    );
  }
  return <NoEventsYet />;
}

function NoEventsYet() {
  const hasEvents = useFirstEvent();
  if (hasEvents === undefined) return <p class="problem-title">No events in this period</p>;
  if (hasEvents) {
    return (
      <>
        <p class="problem-title">No events in this period</p>
        <LastYear says="There are events outside this period" />
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
      <p>Paste this script tag into a page and open it. Its events appear here within seconds.</p>
      <WithWriteKey>{(writeKey) => <ScriptTag writeKey={writeKey} />}</WithWriteKey>
      {hasDemo && (
        <p>
          Or try the <a href="/demo">demo dapp</a>, whose events appear here too.
        </p>
      )}
      <p>
        Events sent by <code>curl</code> or a script count as bot traffic: they are stored but not
        shown, unless the server runs with <code>BOTS=keep</code>.
      </p>
    </>
  );
}
