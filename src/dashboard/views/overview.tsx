// The first look: how many came, what they did, from where, and what they brought.
/** @jsxImportSource preact */
import { Command } from '../parts/command.js';
import { ViewHead } from '../parts/view-head.js';
import { readPageFacts } from '../state/page-facts.js';
import { useNavigation } from '../state/use-place.js';
import { ActivityPanel } from './overview/activity-panel.js';
import { FiguresPanel } from './overview/figures-panel.js';
import { JourneyPanel } from './overview/journey-panel.js';
import { LivePanel } from './overview/live-panel.js';
import {
  ChainsPanel,
  EventsPanel,
  PagesPanel,
  PlacesPanel,
  TopWalletsPanel,
} from './overview/rankings.js';
import { RevenuePanel } from './overview/revenue-panel.js';
import { SourcesPanel } from './overview/sources-panel.js';

export function Overview() {
  return (
    <>
      <ViewHead title="Overview" follows="days-and-filters" />
      <div class="grid">
        <FiguresPanel nothing={<NoEvents />} />
        <ActivityPanel />
        <LivePanel />
        <JourneyPanel />
        <RevenuePanel />
        <SourcesPanel />
        <PagesPanel />
        <EventsPanel />
        <ChainsPanel />
        <PlacesPanel />
        <TopWalletsPanel />
      </div>
    </>
  );
}

/** What to do when there is nothing to see. */
function NoEvents() {
  const { place } = useNavigation();
  const { publicUrl, hasDemo } = readPageFacts();
  if (place.filters.length > 0) return <p>No events match these filters in these days.</p>;
  return (
    <>
      <p class="problem-title">No events in these days</p>
      <p>Is this a new project? Paste this script tag into a page, with your write key:</p>
      <Command
        what="script tag"
        text={`<script async src="${publicUrl}/chaintrail.js" data-write-key="WRITE_KEY"></script>`}
      />
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
