// The outcome of transactions on a real chain, also when the page that sent them is gone.
import { beforeAll, expect, it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { eventually } from '../../support/eventually.js';
import { arriveConnected, ask, servePlainDapp } from './plain-dapp.js';
import {
  expectEvents,
  expectOutcomes,
  openWalletWorld,
  type Visit,
  type WalletWorld,
} from './world.js';

const FRIEND = '0x0c54FcCd2e384b4BB6f2E405Bf5Cbc15a017AaFb';
/** A contract that reverts every call. */
const REVERTING = '0x00000000000000000000000000000000000000fd';
/** The code of an account that is delegated to a smart account (EIP-7702). */
const DELEGATION = `0xef0100${'11'.repeat(20)}`;

const cleanUp = createCleanup();
let world: WalletWorld;

beforeAll(async () => {
  world = await openWalletWorld(cleanUp);
  servePlainDapp(world);
  await world.chains[0].rpc('anvil_setCode', [REVERTING, '0xfd']);
});

const mineByHand = (isOn: boolean) => world.chains[0].rpc('evm_setAutomine', [!isOn]);

/** Returns the hash, or the id of a batch. */
const send = async (visit: Visit, transaction: object, method = 'eth_sendTransaction') => {
  const from = visit.metamask.state.accounts[0];
  const [, sent] = await expectEvents(world, () => ask(visit, method, { from, ...transaction }), [
    'transaction started',
    'transaction broadcasted',
  ]);
  return String(sent?.properties.transaction_hash ?? sent?.properties.batch_id);
};

it('confirmed and reverted transactions, and a batch by its own status', async () => {
  const visit = await arriveConnected(world);
  const sent = await send(visit, { to: FRIEND, value: '0x1' });
  const failing = await send(visit, { to: REVERTING, data: '0x12345678', gas: '0x186a0' });
  const batch = await send(visit, { calls: [{ to: FRIEND }, { to: FRIEND }] }, 'wallet_sendCalls');
  const told = await expectOutcomes(world, {
    [sent]: 'confirmed',
    [failing]: 'reverted',
    [batch]: 'confirmed',
  });
  expect(told[0]?.properties).toMatchObject({
    to: FRIEND,
    gas_used: '21000',
    block_number: expect.any(Number),
  });
  expect(visit.faults).toEqual([]);
});

it('found by the next page after a reload', async () => {
  const visit = await arriveConnected(world);
  await mineByHand(true);
  const sent = await send(visit, { to: FRIEND, value: '0x2' });
  await expectEvents(world, () => visit.page.reload(), ['page']);
  await world.chains[0].rpc('evm_mine');
  await mineByHand(false);
  const told = await expectOutcomes(world, { [sent]: 'confirmed' });
  const mine = told.find(({ properties }) => properties.transaction_hash === sent);
  expect(mine?.properties).toMatchObject({ rdns: 'io.metamask', chain_id: 31337, value: '2' });
});

it('sped up in the wallet: replaced, and the other one confirmed', async () => {
  const visit = await arriveConnected(world);
  const [chain] = world.chains;
  const [from] = visit.metamask.state.accounts;
  const nonce = await chain.rpc('eth_getTransactionCount', [from, 'latest']);
  await mineByHand(true);
  const slow = await send(visit, { to: FRIEND, value: '0x3' });
  // Waits until the nonce of the first one was read, as after some seconds: a node forgets a
  // replaced transaction.
  const isKnown = (call: string) =>
    call.includes('eth_getTransactionByHash') && call.includes(slow);
  await eventually(() => visit.metamask.answered.some(isKnown));
  const fees = { maxFeePerGas: '0x2540be4000', maxPriorityFeePerGas: '0x2540be400' };
  const fast = await chain.rpc('eth_sendTransaction', [
    { from, to: FRIEND, value: '0x3', nonce, ...fees },
  ]);
  await chain.rpc('evm_mine');
  await mineByHand(false);
  const told = await expectOutcomes(world, { [slow]: 'replaced', [String(fast)]: 'confirmed' });
  const replaced = told.find(({ properties }) => properties.transaction_hash === slow);
  expect(replaced?.properties).toMatchObject({ replaced_by: fast, replacement: 'sped_up' });
});

it('of a smart account, recognised by its code', async () => {
  const visit = await arriveConnected(world);
  await world.chains[0].rpc('anvil_setCode', [visit.metamask.state.accounts[0], DELEGATION]);
  const sent = await send(visit, { to: FRIEND, value: '0x4' });
  const told = await expectOutcomes(world, { [sent]: 'confirmed' });
  const mine = told.find(({ properties }) => properties.transaction_hash === sent);
  expect(mine?.properties.account_type).toBe('eip7702');
});
