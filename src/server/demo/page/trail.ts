// Ticks off the stops of the trail: a stop is reached when the server has stored its event.
import type { StoredEvent } from '../answer.js';

const STOPS: Readonly<Record<string, (event: StoredEvent) => boolean>> = {
  page: ({ type }) => type === 'page',
  identify: ({ type }) => type === 'identify',
  track: ({ event }) => event === 'map_bought',
  connect: ({ type }) => type === 'connect',
  signature: ({ type, properties }) => type === 'signature' && properties.status === 'confirmed',
  transaction: ({ type, properties }) =>
    type === 'transaction' &&
    (properties.status === 'broadcasted' || properties.status === 'confirmed'),
};

/** Marks each `[data-stop]` whose event is among `events`. A reached stop stays reached. */
export function markReachedStops(root: ParentNode, events: readonly StoredEvent[]): void {
  for (const stop of root.querySelectorAll<HTMLElement>('[data-stop]')) {
    const isReached = STOPS[stop.dataset.stop ?? ''];
    if (isReached === undefined || stop.dataset.reached === 'true') continue;
    if (!events.some(isReached)) continue;
    stop.dataset.reached = 'true';
    const mark = stop.querySelector('.stop-state');
    if (mark !== null) mark.textContent = 'stored';
  }
}
