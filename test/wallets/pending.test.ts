// What is stored about a transaction until its outcome is known.
import { expect, it } from 'vitest';
import { PENDING_KEY } from '../../src/core/pending-key.js';
import { eip1193 } from '../../src/wallets/eip1193.js';
import { settle, type World } from '../core/fakes.js';
import { createNodeWallet, hashOf } from './fake-node.js';
import { HASH } from './fake-wallet.js';
import { NAME, openDapp, turn } from './open-dapp.js';
import { openConnected } from './open-wallet.js';
import { send, TRANSFER } from './transfer.js';

const MINUTE = 60_000;
const keptIn = ({ values }: World): { id: string }[] => JSON.parse(values.get(PENDING_KEY) ?? '[]');

it('stores only the selector of the calldata', async () => {
  const { wallet, world } = await openConnected();
  await wallet.provider.request(send());
  await settle();
  const kept = world.values.get(PENDING_KEY) ?? '';
  expect(JSON.parse(kept)).toMatchObject([{ transaction: { data: TRANSFER.data.slice(0, 10) } }]);
});

it('stores only the last 20 transactions', async () => {
  let count = 0;
  const { wallet, world } = await openConnected({
    eth_sendTransaction: () => hashOf(`${count++}`),
  });
  for (let sent = 0; sent < 22; sent += 1) await wallet.provider.request(send());
  await settle();
  const ids = Array.from({ length: 20 }, (_, kept) => hashOf(`${kept + 2}`));
  expect(keptIn(world).map(({ id }) => id)).toEqual(ids);
});

it('does not store a transaction for which the wallet returns no hash', async () => {
  const { wallet, world } = await openConnected({ eth_sendTransaction: () => null });
  await wallet.provider.request(send());
  await settle();
  expect(keptIn(world)).toEqual([]);
});

/** A page from which a transaction was sent. */
const sentBefore = async () => {
  const wallet = createNodeWallet();
  const { tracker, world, events } = openDapp([eip1193(wallet.provider, NAME)]);
  await wallet.connect();
  await wallet.provider.request(send());
  return { end: () => tracker.close(), events, wallet, world };
};

it('stores nothing about a transaction that has ended', async () => {
  const { wallet, world } = await sentBefore();
  await settle();
  expect(keptIn(world)).toHaveLength(1);
  wallet.mine(HASH);
  await turn(world, MINUTE);
  expect(world.values.has(PENDING_KEY)).toBe(false);
});

it('[wallets 38] a later page with receipts turned off requests none', async () => {
  const { end, events, wallet, world } = await sentBefore();
  await events();
  await end();
  const asked = wallet.methods().length;
  openDapp([eip1193(wallet.provider, { ...NAME, receipts: false })], world);
  await turn(world, 5 * MINUTE);
  expect(wallet.methods().slice(asked)).not.toContain('eth_getTransactionReceipt');
});

it('[wallets 16] a wrapper that was added after ours does not see our own requests', async () => {
  const wallet = createNodeWallet();
  const { world } = openDapp([eip1193(wallet.provider, NAME)]);
  const heard: string[] = [];
  const { request } = wallet.provider;
  wallet.provider.request = (call: Parameters<typeof request>[0]) => {
    heard.push(call.method);
    return request.call(wallet.provider, call);
  };
  await wallet.connect();
  await wallet.provider.request(send());
  await turn(world, MINUTE);
  expect(wallet.methods()).toContain('eth_getTransactionReceipt');
  expect(heard).toEqual(['eth_requestAccounts', 'eth_sendTransaction']);
});
