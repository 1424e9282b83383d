// A page with a tracker and wallet plugins, and the events that it sent, in a short form.
import { afterEach } from 'vitest';
import type { Plugin } from '../../src/core/tracker-types.js';
import { createWorld, openPage, settle, type World } from '../core/fakes.js';
import '../support/patient-timers.js';

export const NAME = { providerName: 'Test Wallet', rdns: 'com.example.wallet' };

/** The properties that every event of the wallet `NAME` has. */
const OF_WALLET = { provider_name: NAME.providerName, rdns: NAME.rdns };

export interface ShortEvent {
  readonly type: string;
  readonly event: string | null;
  readonly address: string | null;
  readonly [property: string]: unknown;
}

const loadLateParts = () =>
  Promise.all([
    import('../../src/wallets/follow-transactions.js'),
    import('../../src/wallets/read-codes.js'),
    import('../../src/wallets/read-solana-outcome.js'),
  ]);

// Before the tests, so that none of them waits for the disk while the timers of a wallet run.
await loadLateParts();

/** Waits for the code that is loaded only once there is a transaction. */
const lateParts = async (): Promise<void> => {
  await loadLateParts();
  await settle();
};

/** Lets time pass, once all late code is loaded. */
export const turn = async (world: World, ms: number): Promise<void> => {
  await lateParts();
  await world.clock.turn(ms);
};

export const openDapp = (plugins: readonly Plugin[], world: World = createWorld()) => {
  const page = openPage(world, { plugins });
  const known = new Set(world.server.kept.keys());
  return {
    ...page,
    world,
    /** Type, address, name and properties of what this page sent, in order. */
    events: async (): Promise<readonly ShortEvent[]> => {
      await settle();
      await turn(world, 2_000);
      return [...world.server.kept]
        .filter(([id]) => !known.has(id))
        .map(([, { type, event, address, properties }]) => ({
          ...(properties as object),
          type: type as string,
          event: event as string | null,
          address: address as string | null,
        }));
    },
  };
};

/**
 * Call at the top of a test file: returns a function that opens dapps, which are closed after each
 * test.
 */
export const createOpenDapp = (): typeof openDapp => {
  const opened: ReturnType<typeof openDapp>[] = [];
  afterEach(() => {
    for (const { tracker } of opened.splice(0)) void tracker.close();
  });
  return (...input) => {
    const dapp = openDapp(...input);
    opened.push(dapp);
    return dapp;
  };
};

/** The events without the name of the wallet: `type`, `address` and the other properties. */
export const brief = (events: readonly ShortEvent[]) =>
  events.map(({ event, ...rest }) => {
    const entries = Object.entries(rest).filter(
      ([key, value]) => OF_WALLET[key as keyof typeof OF_WALLET] !== value,
    );
    return Object.fromEntries(event ? [...entries, ['event', event]] : entries);
  });

/** Type and status of each event, such as `signature requested`. */
export const outline = (events: readonly ShortEvent[]) =>
  events.map(({ type, event, status }) => [type, event, status].filter(Boolean).join(' '));

/**
 * Collects the unhandled rejections that occur while `run` runs, as the window of a page would
 * report them.
 */
export const unhandledDuring = async (run: () => void): Promise<unknown[]> => {
  const others = process.listeners('unhandledRejection');
  const seen: unknown[] = [];
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (error) => seen.push(error));
  run();
  for (let turn = 0; turn < 5; turn += 1) await settle();
  process.removeAllListeners('unhandledRejection');
  for (const listener of others) process.on('unhandledRejection', listener);
  return seen;
};
