// What is told of the transactions of a visitor who refuses and agrees later.
import { expect, it } from 'vitest';
import type { ConsentState } from '../../src/core/consent.js';
import { eip1193 } from '../../src/wallets/eip1193.js';
import { createWorld, openPage } from '../core/fakes.js';
import { createNodeWallet } from './fake-node.js';
import { HASH } from './fake-wallet.js';
import { NAME, turn } from './open-dapp.js';
import { send } from './transfer.js';

/** A dapp with a connected wallet, of a visitor who has chosen so. */
const openDapp = async (consent: ConsentState, world = createWorld()) => {
  const erase = () => {
    for (const key of world.values.keys()) if (key !== 'consent') world.values.delete(key);
    world.disk.events.clear();
  };
  const wallet = createNodeWallet();
  const plugins = [eip1193(wallet.provider, NAME)];
  const { tracker } = openPage(world, { consent, plugins }, { erase });
  await wallet.connect();
  /** How the transaction went, as far as it was told. */
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

it('one that was sent while the visitor refused is neither followed nor told of after a grant', async () => {
  const { agreeAndMine, sendOne, told, wallet, world } = await openDapp('denied');
  await sendOne();
  await turn(world, 10_000);
  expect(wallet.methods()).not.toContain('eth_getTransactionReceipt');
  await agreeAndMine();
  expect(told()).toEqual([]);
  expect([...world.values.keys()]).not.toContain('pending_transactions');
});

it('one that was sent before the visitor refused is not told of after another grant', async () => {
  const { agreeAndMine, sendOne, told, tracker, world } = await openDapp('granted');
  await sendOne();
  expect(told()).toEqual(['started', 'broadcasted']);
  tracker.consent('denied');
  await turn(world, 1_000);
  await agreeAndMine();
  expect(told()).toEqual(['started', 'broadcasted']);
  expect([...world.values.keys()]).not.toContain('pending_transactions');
});

it('one that was sent while the visitor had not chosen is followed to its end', async () => {
  const { agreeAndMine, sendOne, told } = await openDapp('pending');
  await sendOne();
  expect(told()).toEqual([]);
  await agreeAndMine();
  expect(told()).toEqual(['started', 'broadcasted', 'confirmed']);
});

/** The world of a visitor whom the site knew before it asked anybody. */
const knownBefore = async () => {
  const world = createWorld();
  const { tracker } = openPage(world);
  tracker.track('before');
  await turn(world, 5_000);
  await tracker.close();
  return world;
};

it('nor is it lost where the site knew the visitor before it asked', async () => {
  const { agreeAndMine, sendOne, told } = await openDapp('pending', await knownBefore());
  await sendOne();
  await agreeAndMine();
  expect(told()).toEqual(['started', 'broadcasted', 'confirmed']);
});

it('nor is what the user has yet to approve in the wallet', async () => {
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
