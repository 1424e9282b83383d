// Mounts React apps on a page, and collects the events of their trackers.
import { onTestFinished } from 'vitest';
import type { BrowserOptions } from '../../src/browser/index.js';
import type { WritableEvent } from '../../src/core/tracker-types.js';
import '../support/patient-timers.js';
import type { ReactKit } from './load-react.js';

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean;
}

let projects = 0;

/**
 * Options of a project of its own, with a plugin that records each tracker created and each event.
 */
export const spyOn = (options: Partial<BrowserOptions> = {}) => {
  projects += 1;
  const trackers: ('open' | 'closed')[] = [];
  const events: WritableEvent[] = [];
  return {
    trackers,
    events,
    names: () => events.map(({ type, event }) => event ?? type),
    options: {
      writeKey: `key-${projects}`,
      apiHost: 'http://127.0.0.1:9',
      pageViews: false,
      wallets: false,
      cookieless: true,
      plugins: [
        {
          name: 'spy',
          setup: () => {
            const index = trackers.push('open') - 1;
            return () => {
              trackers[index] = 'closed';
            };
          },
          enrich: (event: WritableEvent) => {
            events.push(event);
            // The event is recorded above and need not be sent.
            return null;
          },
        },
      ],
      ...options,
    } satisfies BrowserOptions,
  };
};

/** Mounts into a container of its own, and unmounts at the end of the test. */
export const mount = async ({ React, client }: ReactKit, element: React.ReactNode) => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  const container = document.body.appendChild(document.createElement('div'));
  const root = client.createRoot(container);
  const render = (next: React.ReactNode) => React.act(async () => root.render(next));
  const unmount = () => React.act(async () => root.unmount());
  await render(element);
  onTestFinished(async () => {
    await unmount();
    container.remove();
  });
  return { container, render, unmount };
};
