// The calls that wallets receive and the results that the dapp gets are the same with and without
// us, to the byte.
import { beforeAll, expect, it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { eventually } from '../../support/eventually.js';
import { bundlePage } from './bundle.js';
import { openWalletWorld, type Visit, type WalletWorld } from './world.js';

/** The methods that we may call ourselves: none that a user sees. */
const SILENT = [
  'eth_accounts',
  'eth_chainId',
  'eth_getCode',
  'eth_getTransactionReceipt',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'wallet_getCallsStatus',
];

const cleanUp = createCleanup();
let world: WalletWorld;

beforeAll(async () => {
  world = await openWalletWorld(cleanUp);
  const { site, scriptTag } = world;
  site.serve('/dapp.js', await bundlePage('plain-dapp.ts'), 'text/javascript');
  const dapp = '<script src="/dapp.js"></script>';
  site.serve('/without', `<!doctype html><title>Shop</title>${dapp}`, 'text/html');
  site.serve('/with', `<!doctype html><title>Shop</title>${scriptTag}${dapp}`, 'text/html');
});

/** The ids of calls count from a random start. */
const withoutId = (call: string) => call.replace(/"id":\d+,|,"id":\d+/, '');

/** The calls beyond `expected`, which must all be there in the same order. */
const beyond = (heard: readonly string[], expected: readonly string[]) => {
  let next = 0;
  const rest = heard.filter((call) => {
    if (call !== expected[next]) return true;
    next += 1;
    return false;
  });
  expect(expected.slice(next), 'calls that did not come, or came late').toEqual([]);
  return rest;
};

/** Everything that a dapp can observe of a fixed list of calls, on a chain in a fixed state. */
const play = async (path: string) => {
  const [chain] = world.chains;
  const snapshot = await chain.rpc('evm_snapshot');
  const visit: Visit = await world.visit(path);
  visit.metamask.refuse('personal_sign');
  const answers = await visit.page.evaluate(() => window.useWallets());
  await chain.rpc('evm_revert', [snapshot]);
  const { faults, metamask, second } = visit;
  return {
    seen: { answers, faults },
    heard: { metamask: metamask.heard.map(withoutId), second: second.heard.map(withoutId) },
  };
};

it('wallets receive the same calls, and the dapp gets the same results, errors and events', async () => {
  const plain = await play('/without');
  world.forget();
  const tracked = await play('/with');
  expect(tracked.seen).toEqual(plain.seen);
  expect(plain.seen.answers.length).toBeGreaterThan(30);

  for (const wallet of ['metamask', 'second'] as const) {
    const own = beyond(tracked.heard[wallet], plain.heard[wallet]).map(
      (call): string => JSON.parse(call).method,
    );
    expect(own.filter((method) => !SILENT.includes(method))).toEqual([]);
    expect(own.filter((method) => method === 'eth_accounts').length).toBeLessThan(2);
    expect(own.filter((method) => method === 'eth_chainId').length).toBeLessThan(2);
  }
  // Proves that the wallets were tracked.
  await eventually(() => world.events().some(({ type }) => type === 'transaction'));
});
