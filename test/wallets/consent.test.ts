// The transactions of a visitor who refuses consent and grants it later.
import { expect, it } from 'vitest';
import type { ConsentState } from '../../src/core/consent.js';
import { eip1193 } from '../../src/wallets/eip1193.js';
import { createWorld, openPage } from '../core/fakes.js';
import { createNodeWallet } from './fake-node.js';
import { HASH } from './fake-wallet.js';
import { NAME, turn } from './open-dapp.js';
import { send } from './transfer.js';

/** A dapp with a connected wallet, whose visitor has this consent. */
const openDapp = async (consent: ConsentState, world = createWorld()) => {
  const erase = () => {
    for (const key of world.values.keys()) if (key !== 'consent') world.values.delete(key);
    world.disk.events.clear();
  };
  const wallet = createNodeWallet();
  const plugins = [eip1193(wallet.provider, NAME)];
  const { tracker } = openPage(world, { consent, plugins }, { erase });
  await wallet.connect();
  /** The recorded statuses of the transaction. */
  const told = () =>
    [...world.server.kept.values()]
      .filter(({ type }) => type === 'transaction')
      .map(({ properties }) => (properties as { status: string }).status);
  const sendOne = async () => {
    await wallet.provider.request(send());
    await turn(world, 1_000);
  };
  const agreeAndMine = async () => {
    tracker.consent('granted');
    wallet.mine(HASH);
    await turn(world, 20_000);
  };
  return { agreeAndMine, sendOne, told, tracker, wallet, world };
};

it('a transaction sent while consent was denied is neither followed nor recorded after a grant', async () => {
  const { agreeAndMine, sendOne, told, wallet, world } = await openDapp('denied');
  await sendOne();
  await turn(world, 10_000);
  expect(wallet.methods()).not.toContain('eth_getTransactionReceipt');
  await agreeAndMine();
  expect(told()).toEqual([]);
  expect([...world.values.keys()]).not.toContain('pending_transactions');
});

it('a transaction sent before consent was denied is not recorded after another grant', async () => {
  const { agreeAndMine, sendOne, told, tracker, world } = await openDapp('granted');
  await sendOne();
  expect(told()).toEqual(['started', 'broadcasted']);
  tracker.consent('denied');
  await turn(world, 1_000);
  await agreeAndMine();
  expect(told()).toEqual(['started', 'broadcasted']);
  expect([...world.values.keys()]).not.toContain('pending_transactions');
});

it('a transaction sent while consent was pending is followed to its end', async () => {
  const { agreeAndMine, sendOne, told } = await openDapp('pending');
  await sendOne();
  expect(told()).toEqual([]);
  await agreeAndMine();
  expect(told()).toEqual(['started', 'broadcasted', 'confirmed']);
});

/** The world of a visitor with an earlier visit, before the site asked for consent. */
const knownBefore = async () => {
  const world = createWorld();
  const { tracker } = openPage(world);
  tracker.track('before');
  await turn(world, 5_000);
  await tracker.close();
  return world;
};

it('nor is it lost if the visitor was known before the site asked for consent', async () => {
  const { agreeAndMine, sendOne, told } = await openDapp('pending', await knownBefore());
  await sendOne();
  await agreeAndMine();
  expect(told()).toEqual(['started', 'broadcasted', 'confirmed']);
});

it('nor is one that the user has yet to approve in the wallet', async () => {
  const { told, tracker, wallet, world } = await openDapp('pending', await knownBefore());
  let approve = () => {};
  wallet.answers.eth_sendTransaction = () =>
    new Promise((resolve) => {
      approve = () => resolve(wallet.broadcast(HASH));
    });
  const sent = wallet.provider.request(send());
  await turn(world, 1_000);
  tracker.consent('granted');
  approve();
  await sent;
  await turn(world, 1_000);
  wallet.mine(HASH);
  await turn(world, 20_000);
  expect(told()).toEqual(['started', 'broadcasted', 'confirmed']);
});
