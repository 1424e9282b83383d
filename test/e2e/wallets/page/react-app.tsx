// A React app in Strict Mode with a tracker: one view, and one button that tracks an event.
import type { BrowserOptions } from 'chaintrail';
import { TrackerProvider, usePageView, useTrackEvent, useTracker } from 'chaintrail/react';
import { StrictMode, useEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';

/** The tracker's options, passed by the test in the URL. */
const options: BrowserOptions = JSON.parse(
  new URLSearchParams(location.search).get('options') ?? '{}',
);

/** Tracks in an effect, which runs before the provider's own. */
const Early = () => {
  const tracker = useTracker();
  const isTold = useRef(false);
  useEffect(() => {
    if (!isTold.current) tracker.track('opened');
    isTold.current = true;
  }, [tracker]);
  return null;
};

const Shop = () => {
  usePageView({ name: 'Shop' });
  const onMinted = useTrackEvent('minted');
  return (
    <button type="button" onClick={() => onMinted({ count: 3 })}>
      mint
    </button>
  );
};

const root = document.createElement('main');
document.body.append(root);
createRoot(root).render(
  <StrictMode>
    <TrackerProvider options={options}>
      <Early />
      <Shop />
    </TrackerProvider>
  </StrictMode>,
);
