// How transactions end in special cases: fields that the app adds, and changes of wallet or visitor
// in between.
import { expect, it } from 'vitest';
import { eip1193 } from '../../src/wallets/eip1193.js';
import { settle } from '../core/fakes.js';
import { createNodeWallet, hashOf, send, TRANSFER } from './fake-node.js';
import { ACCOUNT, HASH, sign } from './fake-wallet.js';
import { createOpenDapp, NAME, outline, turn } from './open-dapp.js';

const MINUTE = 60_000;
const NEXT = hashOf('c');

const openDapp = createOpenDapp();

/** A page with a connected wallet from which a transaction was sent. */
const openAndSend = async (wallet = createNodeWallet(), transaction: object = TRANSFER) => {
  const dapp = openDapp([eip1193(wallet.provider, NAME)]);
  await wallet.connect();
  await wallet.provider.request(send(transaction));
  return { ...dapp, wallet };
};

it.each(['0x1', '0x01', '1', 1])(
  '[wallets 45] recognises the replacement of a transaction for which the app names the chain (%o)',
  async (chainId) => {
    const { wallet, world, events } = await openAndSend(undefined, { ...TRANSFER, chainId });
    await turn(world, 5_000);
    wallet.replace(HASH, NEXT, { to: ACCOUNT, value: '0x0' });
    wallet.mine(NEXT);
    await turn(world, 10 * MINUTE);
    expect((await events()).slice(3)).toMatchObject([
      { status: 'replaced', replaced_by: NEXT, replacement: 'cancelled', chain_id: 1 },
    ]);
    const asked = wallet.methods().length;
    await turn(world, 60 * MINUTE);
    expect(wallet.methods()).toHaveLength(asked);
  },
);

it('[wallets 45] does not report a transaction in a block as replaced while its receipt is missing', async () => {
  let isLate = true;
  const wallet = createNodeWallet({
    eth_getTransactionReceipt: () => (isLate ? null : wallet.receipts.get(HASH)),
  });
  const { world, events } = await openAndSend(wallet);
  await turn(world, 5_000);
  wallet.mine(HASH);
  await turn(world, 10 * MINUTE);
  isLate = false;
  await turn(world, 10 * MINUTE);
  expect((await events()).slice(3).map(({ status }) => status)).toEqual(['confirmed']);
});

it('[wallets 45] does not report it as replaced where the node of the receipts is slightly behind', async () => {
  let isMined = false;
  let isBehind = true;
  const wallet = createNodeWallet({
    eth_getTransactionReceipt: () => (isBehind ? null : wallet.receipts.get(HASH)),
    eth_getTransactionCount: () => {
      isBehind = !isMined;
      return isMined ? '0x1' : '0x0';
    },
    eth_getBlockByNumber: () => null,
  });
  const { world, events } = await openAndSend(wallet);
  await turn(world, 5_000);
  wallet.mine(HASH);
  isMined = true;
  await turn(world, 10 * MINUTE);
  expect((await events()).slice(3).map(({ status }) => status)).toEqual(['confirmed']);
});

it('[wallets 45] does not report it as replaced because of the nonce on another chain, to which the wallet switched silently', async () => {
  const wallet = createNodeWallet({
    eth_getTransactionCount: () => (wallet.state.chainId === '0x1' ? '0x0' : '0x9'),
  });
  const { world, events } = await openAndSend(wallet);
  await turn(world, 5_000);
  wallet.state.chainId = '0x89';
  await turn(world, 10 * MINUTE);
  expect(wallet.methods()).toContain('eth_getTransactionCount');
  expect(await events()).toHaveLength(3);
});

it('[wallets 45] does not report it as replaced while the node answers no receipt and no block', async () => {
  let isSilent = false;
  const wallet = createNodeWallet({
    eth_getTransactionReceipt: () => {
      if (isSilent) throw new Error('try again later');
      return wallet.receipts.get(HASH) ?? null;
    },
    eth_getBlockByNumber: () => null,
  });
  const { world, events } = await openAndSend(wallet);
  await turn(world, 5_000);
  isSilent = true;
  wallet.mine(HASH);
  await turn(world, 10 * MINUTE);
  isSilent = false;
  await turn(world, 10 * MINUTE);
  expect((await events()).slice(3).map(({ status }) => status)).toEqual(['confirmed']);
});

it('[wallets 38] follows a transaction that the node does not know at first', async () => {
  let isKnown = false;
  const wallet = createNodeWallet({
    eth_getTransactionByHash: () => (isKnown ? { from: ACCOUNT, nonce: '0x0' } : null),
  });
  const { world, events, faults } = await openAndSend(wallet);
  await turn(world, 10_000);
  isKnown = true;
  await turn(world, 10_000);
  wallet.replace(HASH, NEXT, { to: ACCOUNT });
  wallet.mine(NEXT);
  await turn(world, 10 * MINUTE);
  expect((await events()).slice(3)).toMatchObject([{ status: 'replaced', replaced_by: NEXT }]);
  expect(faults).toEqual([]);
});

it('[wallets 38] finds it after a reload, also if the app disconnected', async () => {
  const { wallet, world, tracker, events } = await openAndSend();
  tracker.disconnect();
  await events();
  await tracker.close();
  wallet.mine(HASH);
  const next = openDapp([eip1193(wallet.provider, NAME)], world);
  await turn(world, MINUTE);
  expect((await next.events()).map(({ status }) => status)).toEqual(['confirmed']);
});

it('the end of a transaction has a message id in the usual format', async () => {
  const { wallet, world, events } = await openAndSend();
  wallet.mine(HASH);
  await turn(world, MINUTE);
  await events();
  const ids = [...world.server.kept.keys()];
  expect(ids).toHaveLength(4);
  for (const id of ids)
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

/** An answer that the test gives later. */
const createLate = () => {
  const waiting: ((value: unknown) => void)[] = [];
  return {
    answer: () => new Promise((resolve) => waiting.push(resolve)),
    isAsked: () => waiting.length > 0,
    give: (value: unknown) => {
      for (const resolve of waiting.splice(0)) resolve(value);
    },
  };
};

const SENT = ['connect', 'transaction started', 'transaction broadcasted'];

it('the transaction of one visitor is neither recorded for the next one nor kept', async () => {
  const { wallet, world, tracker, events } = await openAndSend();
  await settle();
  tracker.reset();
  expect(world.values.has('pending_transactions')).toBe(false);
  wallet.mine(HASH);
  await turn(world, 10 * MINUTE);
  expect(outline(await events())).toEqual(SENT);
});

it.each([
  ['eth_getTransactionByHash', { from: ACCOUNT, nonce: '0x0' }],
  [
    'eth_getBlockByNumber',
    { transactions: [{ ...TRANSFER, input: TRANSFER.data, nonce: '0x0', hash: NEXT }] },
  ],
])('nor is it when the visitor changes while %s is pending', async (method, value) => {
  const late = createLate();
  const wallet = createNodeWallet({ [method]: late.answer });
  const { world, tracker, events } = await openAndSend(wallet);
  if (method === 'eth_getBlockByNumber') {
    await turn(world, 5_000);
    wallet.replace(HASH, NEXT, TRANSFER);
    wallet.mine(NEXT);
  }
  while (!late.isAsked()) await turn(world, 1_000);
  tracker.reset();
  late.give(value);
  await settle();
  expect(world.values.has('pending_transactions')).toBe(false);
  wallet.mine(HASH);
  await turn(world, 10 * MINUTE);
  expect(outline(await events())).toEqual(SENT);
});

it('requests that the user has not yet answered when the visitor changes are not recorded for the next one', async () => {
  const late = createLate();
  const wallet = createNodeWallet({ eth_sendTransaction: late.answer, personal_sign: late.answer });
  const { events, tracker, world } = openDapp([eip1193(wallet.provider, NAME)]);
  await wallet.connect();
  const asked = [wallet.provider.request(send()), wallet.provider.request(sign())];
  await settle();
  tracker.reset();
  late.give(HASH);
  expect(await Promise.all(asked)).toEqual([HASH, HASH]);
  expect(outline(await events())).toEqual([
    'connect',
    'transaction started',
    'signature requested',
  ]);
  expect(world.values.has('pending_transactions')).toBe(false);
});

it('nor are transactions on a subdomain, after a reset on another subdomain', async () => {
  const first = await openAndSend();
  await first.events();
  await first.tracker.close();
  // The id is in a cookie that all subdomains share; the pending transactions are not.
  first.world.values.set('anonymous_id', '00000000-0000-4000-8000-000000000000');
  first.wallet.mine(HASH);
  const next = openDapp([eip1193(first.wallet.provider, NAME)], first.world);
  await turn(first.world, 10 * MINUTE);
  expect(await next.events()).toEqual([]);
  expect(first.world.values.has('pending_transactions')).toBe(false);
});

const DELEGATED = `0xef0100${'11'.repeat(20)}`;
const CALLS = {
  method: 'wallet_sendCalls',
  params: [{ from: ACCOUNT, calls: [{ to: ACCOUNT }, { to: ACCOUNT }] }],
};
const DONE = {
  status: 200,
  atomic: true,
  receipts: [{ status: '0x1', blockNumber: '0x69', gasUsed: '0x5208', transactionHash: NEXT }],
};

it('[wallets 46] an account that is upgraded (EIP-7702) between two transactions gets another account type', async () => {
  let code = '0x';
  const wallet = createNodeWallet({ eth_getCode: () => code, wallet_getCallsStatus: () => DONE });
  const { world, events } = await openAndSend(wallet);
  wallet.mine(HASH);
  await turn(world, MINUTE);
  code = DELEGATED;
  await wallet.provider.request(CALLS);
  await turn(world, MINUTE);
  const ends = (await events()).filter(({ status }) => status === 'confirmed');
  expect(ends.map(({ account_type: type }) => type)).toEqual(['eoa', 'eip7702']);
});

it('[wallets 46] a user operation of an account that is upgraded (EIP-7702) has its account type', async () => {
  const wallet = createNodeWallet({
    eth_getCode: () => DELEGATED,
    eth_sendTransaction: () => HASH,
    eth_getUserOperationReceipt: () => ({ success: true, receipt: DONE.receipts[0] }),
  });
  const { world, events } = await openAndSend(wallet);
  await turn(world, MINUTE);
  expect((await events()).at(-1)).toMatchObject({
    status: 'confirmed',
    account_type: 'eip7702',
    user_op_hash: HASH,
  });
});

it('[wallets 42] a batch ends also while the wallet is on another chain, without an account type', async () => {
  const wallet = createNodeWallet({ eth_getCode: () => '0x', wallet_getCallsStatus: () => DONE });
  const { world, events } = openDapp([eip1193(wallet.provider, NAME)]);
  await wallet.connect();
  await wallet.provider.request(CALLS);
  wallet.switchChain('0x89');
  await turn(world, MINUTE);
  const last = (await events()).at(-1);
  expect(last).toMatchObject({ status: 'confirmed', chain_id: 1, batch_id: 'batch-1' });
  expect(last).not.toHaveProperty('account_type');
  expect(wallet.methods()).not.toContain('eth_getCode');
});

it('[wallets 42] a batch whose receipts have no gas is recorded without gas, not with 0', async () => {
  const receipts = DONE.receipts.map(({ gasUsed: _, ...receipt }) => receipt);
  const wallet = createNodeWallet({ wallet_getCallsStatus: () => ({ ...DONE, receipts }) });
  const { world, events } = openDapp([eip1193(wallet.provider, NAME)]);
  await wallet.provider.request(CALLS);
  await turn(world, MINUTE);
  const last = (await events()).at(-1);
  expect(last).toMatchObject({ status: 'confirmed', block_number: 105 });
  expect(last).not.toHaveProperty('gas_used');
});
