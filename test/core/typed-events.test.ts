// What the compiler says about an app's own events. The expectations are checked by `tsc`, nothing runs.
import { expect, test } from 'vitest';
import type { Tracker } from '../../src/core/tracker-types.js';
import type { ServerTracker } from '../../src/node/server-tracker-types.js';
import { useTrackEvent } from '../../src/react/use-track-event.js';

interface Events {
  minted: { readonly token: bigint; readonly collection?: string };
  opened: { readonly tab?: 'pools' | 'swap' };
  signed_up: undefined;
}

/** Never called: the compiler checks each line. */
const ofTypedTracker = (tracker: Tracker<Events>) => {
  tracker.track('minted', { token: 1n });
  tracker.track('minted', { token: 1n, collection: 'a', revenue: 1.5, currency: 'USD' });
  tracker.track('opened');
  tracker.track('opened', { tab: 'pools', volume: 2, points: 3 }, { context: { a: 1 } });
  tracker.track('signed_up');
  tracker.track('signed_up', { revenue: 1 });

  // @ts-expect-error no such event
  tracker.track('mintd', { token: 1n });
  // @ts-expect-error its properties are required
  tracker.track('minted');
  // @ts-expect-error a property is missing
  tracker.track('minted', { collection: 'a' });
  // @ts-expect-error a property of another type
  tracker.track('minted', { token: 1 });
  // @ts-expect-error no such property
  tracker.track('minted', { token: 1n, tokn: 2n });
  // @ts-expect-error none of its values
  tracker.track('opened', { tab: 'home' });
  // @ts-expect-error an event without properties of its own
  tracker.track('signed_up', { plan: 'pro' });
  // @ts-expect-error a number that adds up
  tracker.track('signed_up', { revenue: '1' });
  // @ts-expect-error a text
  tracker.track('signed_up', { currency: 1 });

  const timeoutMs: number | undefined = undefined;
  void tracker.flush({ timeoutMs });

  // A typed tracker can be passed where any tracker is expected, such as to a framework's provider.
  const plain: Tracker = tracker;
  return plain;
};

const useOwnEvents = () => {
  const onMinted = useTrackEvent<Events, 'minted'>('minted');
  onMinted({ token: 1n });
  useTrackEvent<Events, 'opened'>('opened')();
  useTrackEvent('anything')({ of: 'any' });

  // @ts-expect-error another event's property
  onMinted({ tab: 'pools' });
  // @ts-expect-error which of them it is cannot be inferred, and any event's properties would do
  useTrackEvent<Events>('minted')({ tab: 'pools' });
  // @ts-expect-error no such event
  useTrackEvent<Events, 'mintd'>('mintd');
};

const ofServerTracker = (tracker: ServerTracker, timeoutMs: number | undefined) => {
  void tracker.flush({ timeoutMs });
  void tracker.close({ timeoutMs });
};

const ofPlainTracker = (tracker: Tracker) => {
  tracker.track('anything');
  tracker.track('anything', { of: 'any', kind: [1n] });
  tracker.track('sale', { revenue: 1, volume: 2, points: 3, currency: 'USD' });
  // @ts-expect-error a number that adds up
  tracker.track('sale', { volume: '2' });
  // @ts-expect-error a number that adds up
  tracker.track('sale', { points: null });
  // @ts-expect-error a text
  tracker.track('sale', { currency: 840 });
  // @ts-expect-error one of three
  tracker.consent('yes');
  tracker.consent(tracker.consent());
};

test('is checked by the compiler', () => {
  expect([ofTypedTracker, useOwnEvents, ofServerTracker, ofPlainTracker]).toHaveLength(4);
});
