// The overview: visitors, their events and sources, and revenue.
/** @jsxImportSource preact */
import { ViewHead } from '../parts/view-head.js';
import { ActivityPanel, useActivity } from './overview/activity-panel.js';
import { FiguresPanel } from './overview/figures-panel.js';
import { JourneyPanel } from './overview/journey-panel.js';
import { LivePanel } from './overview/live-panel.js';
import { NoEvents } from './overview/no-events.js';
import {
  ChainsPanel,
  EventsPanel,
  PagesPanel,
  PlacesPanel,
  TopWalletsPanel,
} from './overview/rankings.js';
import { WalletRequestsPanels } from './overview/requests-panels.js';
import { RevenuePanel } from './overview/revenue-panel.js';
import { SourcesPanel } from './overview/sources-panel.js';

export function Overview() {
  const activity = useActivity();
  return (
    <>
      <ViewHead title="Overview" follows="days-and-filters" isOfProject />
      <div class="grid">
        <FiguresPanel nothing={<NoEvents />} />
        <ActivityPanel activity={activity} />
        <LivePanel beside={activity.data?.keys} />
        <JourneyPanel />
        <RevenuePanel />
        <SourcesPanel />
        <PagesPanel />
        <EventsPanel />
        <ChainsPanel />
        <PlacesPanel />
        <TopWalletsPanel />
        <WalletRequestsPanels />
      </div>
    </>
  );
}
