// How transactions end: by their receipts, on this page or a later one, each recorded once.
import { expect, it } from 'vitest';
import { eip1193 } from '../../src/wallets/eip1193.js';
import { createWorld, settle, type World } from '../core/fakes.js';
import { createNodeWallet, hashOf, send, TRANSFER } from './fake-node.js';
import { ACCOUNT, HASH, OTHER_ACCOUNT, type Request } from './fake-wallet.js';
import { NAME, openDapp, outline, turn } from './open-dapp.js';

type NodeWallet = ReturnType<typeof createNodeWallet>;

const MINUTE = 60_000;

const open = (wallet: NodeWallet, world: World = createWorld(), receipts = true) =>
  openDapp([eip1193(wallet.provider, { ...NAME, receipts })], world);

/** A page with a connected wallet from which a transaction was sent. */
const openAndSend = async (wallet = createNodeWallet(), world = createWorld()) => {
  const dapp = open(wallet, world);
  await wallet.connect();
  await wallet.provider.request(send());
  return { ...dapp, wallet, world };
};

const CONFIRMED = {
  type: 'transaction',
  status: 'confirmed',
  address: ACCOUNT,
  chain_id: 1,
  provider_name: NAME.providerName,
  rdns: NAME.rdns,
  transaction_hash: HASH,
  to: OTHER_ACCOUNT,
  value: '1',
  data: '0xa9059cbb',
  gas_used: '21000',
  block_number: 105,
  account_type: 'eoa',
};

const SENT = ['connect', 'transaction started', 'transaction broadcasted'];

it.each([
  ['confirmed', '0x1'],
  ['reverted', '0x0'],
])('[wallets 37] a transaction is started, broadcasted, %s: each once', async (end, status) => {
  const { wallet, world, events } = await openAndSend();
  expect(outline(await events())).toEqual(SENT);
  wallet.mine(HASH, { status });
  await turn(world, MINUTE);
  await turn(world, 10 * MINUTE);
  const sent = await events();
  expect(outline(sent)).toEqual([...SENT, `transaction ${end}`]);
  expect(sent.at(-1)).toMatchObject({ ...CONFIRMED, status: end });
});

it.each([
  ['a reload', 0],
  ['ten minutes', 10 * MINUTE],
  ['a night', 8 * 60 * MINUTE],
])('[wallets 38] after %s the receipt is still found, once', async (_, pauseMs) => {
  const first = await openAndSend();
  await first.events();
  await first.tracker.close();
  await turn(first.world, pauseMs);
  first.wallet.mine(HASH);

  const next = open(first.wallet, first.world);
  await turn(first.world, MINUTE);
  const [end, ...more] = await next.events();
  expect(end).toMatchObject(CONFIRMED);
  expect(more).toEqual([]);
});

it('[wallets 38] a page that closes at the moment of the broadcast leaves the receipt to the next one', async () => {
  const wallet = createNodeWallet();
  const answerAtOnce = ({ params }: Request, callback: (...answer: unknown[]) => void) =>
    callback(null, { result: wallet.answers.eth_sendTransaction?.(params) });
  Object.assign(wallet.provider, { sendAsync: answerAtOnce });
  const first = open(wallet);
  await wallet.connect();
  // The code that follows transactions is loaded only after this tick.
  (wallet.provider.sendAsync as typeof answerAtOnce)(send(), () => void first.tracker.close());
  expect(outline(await first.events())).toEqual(SENT);
  wallet.mine(HASH);

  const next = open(wallet, first.world);
  await turn(first.world, MINUTE);
  expect(await next.events()).toMatchObject([CONFIRMED]);
});

it('[wallets 38] in a slow network it is requested less and less often, and given up after a day', async () => {
  const { wallet, world } = await openAndSend();
  const count = () => wallet.methods().filter((m) => m === 'eth_getTransactionReceipt').length;
  await turn(world, MINUTE);
  const early = count();
  await turn(world, 60 * MINUTE);
  const hour = count() - early;
  await turn(world, 24 * 60 * MINUTE);
  const day = count();
  await turn(world, 60 * MINUTE);
  expect(early).toBeGreaterThan(3);
  expect(hour).toBeLessThanOrEqual(61);
  expect(count()).toBe(day);
});

it('[wallets 38] one of several tabs records the outcome', async () => {
  const { wallet, world, events } = await openAndSend();
  await events();
  const otherTab = createNodeWallet();
  const other = open(otherTab, world);
  await turn(world, MINUTE);
  for (const each of [wallet, otherTab]) each.mine(HASH);
  await turn(world, 5 * MINUTE);
  await other.events();
  const statuses = [...world.server.kept.values()].map(
    ({ properties }) => (properties as { status?: string }).status,
  );
  expect(statuses.filter((status) => status === 'confirmed')).toHaveLength(1);
  const asked = [wallet, otherTab].map((each) =>
    each.methods().includes('eth_getTransactionReceipt'),
  );
  expect(asked).toEqual([true, true]);
});

it('[wallets 38] when two tabs record the outcome at the same moment, the server counts it once', async () => {
  const { wallet, world, events } = await openAndSend();
  await events();
  const otherTab = createNodeWallet();
  // The storage as the other tab read it before the first one wrote.
  const other = open(otherTab, { ...world, values: new Map(world.values) });
  for (const each of [wallet, otherTab]) each.mine(HASH);
  await turn(world, MINUTE);
  await other.events();
  expect(world.server.requests.flat().map(({ message_id: id }) => id)).toHaveLength(5);
  expect(world.server.kept.size).toBe(4);
});

it("[wallets 16] requests follow the app's call, one at a time, each with a timeout", async () => {
  const hanging = () => new Promise(() => {});
  const wallet = createNodeWallet({ eth_getTransactionReceipt: hanging });
  const { world, events } = await openAndSend(wallet);
  const sentAt = wallet.methods().indexOf('eth_sendTransaction');
  expect(wallet.methods().slice(0, sentAt)).toEqual(['eth_requestAccounts', 'eth_chainId']);
  await turn(world, 2_000);
  expect(wallet.methods().slice(sentAt + 1)).toEqual(['eth_getTransactionReceipt']);
  await turn(world, 9_000);
  expect(wallet.methods().slice(sentAt + 1)).toEqual(['eth_getTransactionReceipt']);
  await turn(world, MINUTE);
  expect(wallet.methods().slice(sentAt + 1).length).toBeGreaterThan(2);
  expect(outline(await events())).toEqual(SENT);
});

it('[wallets 38] with receipts turned off nothing is requested and nothing stored', async () => {
  const wallet = createNodeWallet();
  const { world } = openDapp([eip1193(wallet.provider, { ...NAME, receipts: false })]);
  await wallet.connect();
  await wallet.provider.request(send());
  await turn(world, MINUTE);
  expect(wallet.methods()).toEqual(['eth_requestAccounts', 'eth_chainId', 'eth_sendTransaction']);
  expect([...world.values.keys()].some((key) => key.includes('pending'))).toBe(false);
});

it('[wallets 38] while the wallet is on another chain it gets no requests; the receipt is found when it is back', async () => {
  const { wallet, world, events } = await openAndSend();
  wallet.switchChain('0x89');
  const asked = wallet.methods().length;
  wallet.mine(HASH);
  await turn(world, 5 * MINUTE);
  expect(wallet.methods().slice(asked)).toEqual([]);
  wallet.switchChain('0x1');
  await turn(world, 2 * MINUTE);
  expect((await events()).at(-1)).toMatchObject(CONFIRMED);
});

it('[wallets 31] another wallet records nothing about transactions of the first one', async () => {
  const first = await openAndSend();
  await first.events();
  await first.tracker.close();
  first.wallet.mine(HASH);
  const other = createNodeWallet();
  other.mine(HASH);
  openDapp([eip1193(other.provider, { rdns: 'com.other' })], first.world);
  await turn(first.world, 5 * MINUTE);
  expect(other.methods()).not.toContain('eth_getTransactionReceipt');
});

const NEXT = hashOf('c');
const replaceWith = async (call: Parameters<NodeWallet['replace']>[2]) => {
  const dapp = await openAndSend();
  await turn(dapp.world, 5_000);
  dapp.wallet.replace(HASH, NEXT, call);
  dapp.wallet.mine(NEXT);
  await turn(dapp.world, 10 * MINUTE);
  return (await dapp.events()).slice(3);
};

it('[wallets 45] a transaction that is sped up is replaced, and the next one confirmed', async () => {
  expect(await replaceWith({ ...TRANSFER })).toMatchObject([
    { status: 'replaced', transaction_hash: HASH, replaced_by: NEXT, replacement: 'sped_up' },
    { status: 'confirmed', transaction_hash: NEXT, block_number: 105 },
  ]);
});

it.each([
  ['cancelled', { to: ACCOUNT, value: '0x0' }],
  ['other', { to: ACCOUNT, value: '0x7' }],
])('[wallets 45] a transaction that is replaced (%s) ends there', async (replacement, call) => {
  const ends = await replaceWith(call);
  expect(ends).toMatchObject([
    { status: 'replaced', transaction_hash: HASH, replaced_by: NEXT, replacement },
  ]);
  expect(ends).toHaveLength(1);
});

it('[wallets 45] a transaction is recorded as replaced also where the node cannot say by which one', async () => {
  const wallet = createNodeWallet({ eth_getBlockByNumber: () => null });
  const { world, events } = await openAndSend(wallet);
  await turn(world, 5_000);
  wallet.replace(HASH, NEXT, { to: ACCOUNT });
  wallet.mine(NEXT);
  await turn(world, 10 * MINUTE);
  const ends = (await events()).slice(3);
  expect(ends).toMatchObject([{ status: 'replaced', transaction_hash: HASH }]);
  expect(ends[0]).not.toHaveProperty('replacement');
});

it.each([
  ['0x', 'eoa'],
  [`0xef0100${'11'.repeat(20)}`, 'eip7702'],
  ['0x6080', 'contract'],
])('[wallets 46] an account with the code %s is of type %s', async (code, type) => {
  const { wallet, world, events } = await openAndSend(
    createNodeWallet({ eth_getCode: () => code }),
  );
  wallet.mine(HASH);
  await turn(world, MINUTE);
  expect((await events()).at(-1)).toMatchObject({ status: 'confirmed', account_type: type });
});

it.each([
  [true, 'confirmed'],
  [false, 'reverted'],
])(
  '[wallets 46] the receipt of a user operation decides: success %s is %s',
  async (success, status) => {
    const receipt = { transactionHash: NEXT, status: '0x1', blockNumber: '0x69', gasUsed: '0x1' };
    const wallet = createNodeWallet({
      eth_sendTransaction: () => HASH,
      eth_getUserOperationReceipt: () => ({ success, actualGasUsed: '0x5208', receipt }),
    });
    const { world, events } = await openAndSend(wallet);
    await turn(world, MINUTE);
    expect((await events()).at(-1)).toMatchObject({
      status,
      account_type: 'contract',
      transaction_hash: NEXT,
      user_op_hash: HASH,
      gas_used: '21000',
      block_number: 105,
    });
  },
);

const CALLS = {
  method: 'wallet_sendCalls',
  params: [{ from: ACCOUNT, chainId: '0x1', calls: [{ to: ACCOUNT }, { to: ACCOUNT }] }],
};
const ONE = { status: '0x1', blockNumber: '0x69', gasUsed: '0x5208', transactionHash: HASH };

it.each<[string, object, string | undefined]>([
  ['is under way', { status: 100 }, undefined],
  ['has no receipts', { status: 200 }, 'confirmed'],
  ['is of the first version', { status: 'CONFIRMED', receipts: [ONE] }, 'confirmed'],
  ['was mined, whatever its status says', { status: 500, receipts: [ONE, ONE] }, 'confirmed'],
  ['was mined, says its one receipt', { status: 100, atomic: true, receipts: [ONE] }, 'confirmed'],
  ['was mined call by call meanwhile', { status: 100, receipts: [ONE, ONE] }, 'confirmed'],
  ['is half mined', { status: 100, receipts: [ONE] }, undefined],
  ['half reverted', { status: 600, receipts: [ONE, { ...ONE, status: '0x0' }] }, 'reverted'],
  ['failed before it was sent', { status: 400 }, 'failed'],
  ['reverted', { status: 500 }, 'reverted'],
])('[wallets 42] a batch that %s', async (_, status, end) => {
  const wallet = createNodeWallet({ wallet_getCallsStatus: () => status });
  const { world, events, faults } = open(wallet);
  await wallet.connect();
  await wallet.provider.request(CALLS);
  await turn(world, MINUTE);
  const ends = (await events()).slice(3);
  expect(faults).toEqual([]);
  expect(ends.map((event) => event.status)).toEqual(end ? [end] : []);
  if (end) expect(ends[0]).toMatchObject({ batch_id: 'batch-1', call_count: 2 });
});

it('[wallets 12] no more requests are made after the tracker is closed', async () => {
  const { wallet, world, tracker } = await openAndSend();
  const asked = wallet.methods().length;
  void tracker.close();
  await turn(world, 60 * MINUTE);
  await settle();
  expect(wallet.methods().slice(asked)).toEqual([]);
});
