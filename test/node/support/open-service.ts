// A service's tracker on fakes of the core: a clock moved by hand, a server with scripted answers.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { DroppedEvent, TrackerFault } from '../../../src/core/tracker-types.js';
import { createRandomBytes } from '../../../src/node/random.js';
import { resolveServerDelivery } from '../../../src/node/server-options.js';
import { createTrackerOn, type ServerPlatform } from '../../../src/node/server-tracker.js';
import type { CommonServerOptions } from '../../../src/node/server-tracker-types.js';
import { createFakeServer, createHandClock } from '../../core/fakes.js';

export const openService = (
  options: Partial<CommonServerOptions> = {},
  platform: Partial<ServerPlatform> = {},
) => {
  const clock = createHandClock();
  const server = createFakeServer();
  const drops: DroppedEvent[] = [];
  const faults: TrackerFault[] = [];
  const all: CommonServerOptions = {
    writeKey: 'write-key',
    apiHost: 'https://events.example',
    onDrop: (event) => drops.push(event),
    onError: (fault) => faults.push(fault),
    ...options,
  };
  const tracker = createTrackerOn(
    {
      clock,
      randomBytes: createRandomBytes(),
      transport: () => server.transport,
      scope: new AsyncLocalStorage(),
      hold: () => () => {},
      release: () => {},
      ...platform,
    },
    all,
    resolveServerDelivery(all),
  );
  return { tracker, clock, server, drops, faults };
};
