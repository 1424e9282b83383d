// Mounts React apps on a page, and collects the events of their trackers.
import { onTestFinished } from 'vitest';
import type { BrowserOptions } from '../../src/browser/index.js';
import type { WritableEvent } from '../../src/core/tracker-types.js';
import { PATIENCE_MS } from '../support/eventually.js';
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

/**
 * Lets timers of a second and more wait as long as a busy machine needs, until the end of the test: what an app
 * does at once, such as to mount its tracker again before it is closed, may take a second there.
 */
export const holdTimers = (): void => {
  const wait = globalThis.setTimeout;
  const longer = (run: (...input: unknown[]) => void, delayMs = 0, ...input: unknown[]) =>
    wait(run, delayMs < 1_000 ? delayMs : PATIENCE_MS, ...input);
  globalThis.setTimeout = longer as typeof setTimeout;
  onTestFinished(() => {
    globalThis.setTimeout = wait;
  });
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
