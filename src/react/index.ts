// What `import ... from 'chaintrail/react'` gives: the provider and the hooks, for React 18 and 19.
'use client';

export { TrackerProvider, type TrackerProviderProps } from './tracker-provider.js';
export { usePageView } from './use-page-view.js';
export { useTrackEvent } from './use-track-event.js';
export { useTracker } from './use-tracker.js';
export { useWagmiTracking } from './use-wagmi-tracking.js';
