// @vitest-environment happy-dom
// One suite for every adapter: what it records of the same app, alone and beside others, and that
// it changes nothing else.
import { afterEach, describe, expect, it } from 'vitest';
import type { Plugin } from '../../../src/core/tracker-types.js';
import { eip6963 } from '../../../src/wallets/eip6963.js';
import { createWorld } from '../../core/fakes.js';
import { eventually } from '../../support/eventually.js';
import { createNodeWallet } from '../fake-node.js';
import { ACCOUNT, HASH, OTHER_ACCOUNT, rpcError, SIGNATURE } from '../fake-wallet.js';
import { NAME, openDapp, outline, turn } from '../open-dapp.js';
import { APPS, announce, calm, type OpenApp } from './apps.js';

const MINUTE = 60_000;
const CALL = { to: OTHER_ACCOUNT, value: 7n } as const;

const stops: (() => unknown)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const open = (openApp: OpenApp, more: readonly Plugin[] = [], wallet = createNodeWallet()) => {
  stops.push(announce(wallet.provider));
  const app = openApp(wallet);
  const dapp = openDapp([app.plugin, ...more], createWorld());
  stops.push(() => dapp.tracker.close());
  const told = async () => {
    await calm();
    return (await dapp.events()).filter(({ type }) => type !== 'detect');
  };
  return { ...app, ...dapp, app, wallet, told };
};

const WHOLE = [
  'connect',
  'signature requested',
  'signature confirmed',
  'transaction started',
  'transaction broadcasted',
  'transaction confirmed',
];

/** Connects, signs, sends, and waits for the receipt. */
const visit = async ({ app, wallet, world, told }: ReturnType<typeof open>) => {
  await app.connect();
  await calm();
  const signature = await app.sign('hello');
  const hash = await app.send(CALL);
  await calm();
  wallet.mine(HASH);
  // The libraries use timers of their own in real time.
  await eventually(async () => {
    await turn(world, 3_000);
    return outline(await told()).includes('transaction confirmed');
  });
  await turn(world, MINUTE);
  return { signature, hash, events: await told() };
};

describe.each(APPS)('%s', (_name, openApp) => {
  it('[wallets 21] [wallets 32] [wallets 37] [wallets 40] records a visit: each step once, in order, with wallet, account and chain', async () => {
    const dapp = open(openApp);
    const { signature, hash, events } = await visit(dapp);
    expect([signature, hash]).toEqual([SIGNATURE, HASH]);
    expect(outline(events)).toEqual(WHOLE);
    for (const event of events) {
      expect(event).toMatchObject({
        address: ACCOUNT,
        chain_id: 1,
        provider_name: NAME.providerName,
        rdns: NAME.rdns,
      });
    }
    expect(events.at(-1)).toMatchObject({
      to: OTHER_ACCOUNT,
      value: '7',
      transaction_hash: HASH,
      gas_used: '21000',
    });
    expect(dapp.faults).toEqual([]);
  });

  it("[wallets 15] records each step once beside the adapter of the browser's wallets", async () => {
    const { events } = await visit(open(openApp, [eip6963()]));
    expect(outline(events)).toEqual(WHOLE);
    expect(new Set(events.map(({ rdns }) => rdns))).toEqual(new Set([NAME.rdns]));
  });

  it('[wallets 1] [wallets 2] [wallets 8] sends the wallet exactly the requests that it would get without us', async () => {
    const asked = async (plugins: boolean) => {
      const wallet = createNodeWallet();
      stops.push(announce(wallet.provider));
      const app = openApp(wallet);
      if (plugins) stops.push(openDapp([app.plugin]).tracker.close);
      const steps: unknown[] = [];
      for (const step of [app.connect, () => app.sign('hello'), () => app.send(CALL)]) {
        steps.push(await step());
        await calm();
      }
      return { steps, calls: wallet.calls.map(({ input }) => JSON.stringify(input)) };
    };
    const [without, withUs] = [await asked(false), await asked(true)];
    expect(withUs.steps).toEqual(without.steps);
    const ours = [...withUs.calls];
    for (const call of without.calls) ours.splice(ours.indexOf(call), 1);
    // At most one request of our own, eth_chainId, in addition to the app's.
    expect(ours.filter((call) => !call.includes('eth_chainId'))).toEqual([]);
    expect(ours.length).toBeLessThanOrEqual(1);
  });

  it.each([4001, 5000])(
    '[wallets 22] [wallets 34] records a connection refused with %i as rejected',
    async (code) => {
      const refuse = () => {
        throw rpcError(code);
      };
      const wallet = createNodeWallet({
        eth_requestAccounts: refuse,
        wallet_requestPermissions: refuse,
      });
      const dapp = open(openApp, [], wallet);
      await expect(dapp.app.connect()).rejects.toThrow();
      expect(await dapp.told()).toMatchObject([
        { event: 'wallet_connect_rejected', rdns: NAME.rdns },
      ]);
    },
  );

  it('[wallets 34] ends a refused signature and a failed transaction once each, with their error codes', async () => {
    const wallet = createNodeWallet({
      personal_sign: () => {
        throw rpcError(4001);
      },
      eth_sendTransaction: () => {
        throw rpcError(-32603);
      },
    });
    const dapp = open(openApp, [eip6963()], wallet);
    await dapp.app.connect();
    await calm();
    await expect(dapp.app.sign('hello')).rejects.toThrow();
    await expect(dapp.app.send(CALL)).rejects.toThrow();
    await calm();
    globalThis.dispatchEvent(new Event('visibilitychange'));
    expect((await dapp.told()).slice(1)).toMatchObject([
      { status: 'requested' },
      { status: 'rejected', error_code: 4001 },
      { status: 'started' },
      { status: 'failed', error_code: -32603 },
    ]);
  });

  it('[wallets 11] [wallets 12] restores all objects when the tracker closes, and records nothing afterwards', async () => {
    const wallet = createNodeWallet();
    const app = openApp(wallet);
    const objects = [wallet.provider, ...app.hooked];
    const shape = () =>
      objects.map((object) => Object.entries(Object.getOwnPropertyDescriptors(object)));
    const before = shape();
    const dapp = openDapp([app.plugin]);
    await app.connect();
    await calm();
    void dapp.tracker.close();
    expect(shape().map((entries) => entries.map(([key]) => key))).toEqual(
      before.map((entries) => entries.map(([key]) => key)),
    );
    const functions = (shapes: ReturnType<typeof shape>) =>
      shapes.map((entries) =>
        entries.flatMap(([, { value }]) => (typeof value === 'function' ? [value] : [])),
      );
    functions(shape()).forEach((list, at) => {
      list.forEach((value, index) => {
        expect(value).toBe(functions(before)[at]?.[index]);
      });
    });
    const count = (await dapp.events()).length;
    await app.sign('hello');
    expect(await dapp.events()).toHaveLength(count);
  });
});
