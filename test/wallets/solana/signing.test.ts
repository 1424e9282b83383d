// @vitest-environment happy-dom
// Messages and transactions of Solana wallets: each starts once and ends once.
import { expect, it } from 'vitest';
import { keccak256 } from '../../../src/core/keccak256.js';
import { rpcError } from '../fake-wallet.js';
import {
  ACCOUNT,
  accountOf,
  createFakeSolanaWallet,
  type FakeSolanaOptions,
  type Form,
  OTHER_ACCOUNT,
  SIGNATURE,
  SIGNATURE_BYTES,
  signedBytes,
  signInText,
} from './fake-solana-wallet.js';
import { openSolanaDapp } from './open-solana-dapp.js';

const encode = (text: string) => new TextEncoder().encode(text);
const hashOf = (text: string) => `0x${keccak256(encode(text))}`;
const account = accountOf(ACCOUNT);
const BASE = { address: ACCOUNT, chain_id: 'solana:mainnet' };
const STARTED = { type: 'transaction', ...BASE, status: 'started' };
const BROADCASTED = { ...STARTED, status: 'broadcasted', transaction_hash: SIGNATURE };
const transaction = { account, transaction: new Uint8Array(3), chain: 'solana:mainnet' };

const open = async (options: FakeSolanaOptions = {}) => {
  const dapp = await openSolanaDapp({ wallet: createFakeSolanaWallet(options) });
  await dapp.wallet.connect();
  return { ...dapp, told: async () => (await dapp.told()).slice(1) };
};

it.each<Form>(['plain', 'class', 'frozen class'])(
  '[wallets 47] a %s: a message is requested, then confirmed; only its hash is recorded',
  async (form) => {
    const { wallet, told } = await open({ form });
    await wallet.call('signMessage', { account, message: encode('hello') });
    const signature = {
      type: 'signature',
      ...BASE,
      method: 'solana:signMessage',
      message_kind: 'text',
      message_hash: hashOf('hello'),
    };
    expect(await told()).toEqual([
      { ...signature, status: 'requested' },
      { ...signature, status: 'confirmed' },
    ]);
  },
);

it('[wallets 47] a plain wallet that replaces its features with a change event is still tracked', async () => {
  const { wallet, told } = await open({ form: 'plain' });
  const signMessage = async () => [{ signedMessage: encode('hello'), signature: SIGNATURE_BYTES }];
  const features = { ...wallet.wallet.features, 'solana:signMessage': { signMessage } };
  Object.assign(wallet.wallet, { features });
  wallet.change({ features });
  await wallet.call('signMessage', { account, message: encode('hello') });
  expect((await told()).map(({ status }) => status)).toEqual(['requested', 'confirmed']);
});

it('a sign-in message is marked as such', async () => {
  const { wallet, told } = await open();
  await wallet.call('signMessage', { account, message: encode(signInText()) });
  expect((await told()).map(({ message_kind }) => message_kind)).toEqual(['siws', 'siws']);
});

it('several messages in one call are several signatures, each with its account', async () => {
  const { wallet, told } = await open();
  const inputs = [ACCOUNT, OTHER_ACCOUNT].map((address, index) => ({
    account: accountOf(address),
    message: Uint8Array.of(index),
  }));
  await wallet.call('signMessage', ...inputs);
  expect((await told()).map(({ status, address }) => [status, address])).toEqual([
    ['requested', ACCOUNT],
    ['requested', OTHER_ACCOUNT],
    ['confirmed', ACCOUNT],
    ['confirmed', OTHER_ACCOUNT],
  ]);
});

it('signIn also connects', async () => {
  const { wallet, told } = await openSolanaDapp();
  await wallet.call('signIn');
  const signIn = { type: 'signature', method: 'solana:signIn', message_kind: 'siws' };
  expect(await told()).toEqual([
    { ...signIn, address: null, status: 'requested' },
    { type: 'connect', ...BASE },
    { ...signIn, ...BASE, status: 'confirmed', message_hash: hashOf(signInText()) },
  ]);
});

it('the text of a sign-in, where the app opts in, is recorded without its nonce', async () => {
  const { readSolanaMessage } = await import('../../../src/wallets/read-solana.js');
  const { message } = readSolanaMessage({ message: encode(signInText('secret')) }, 'message');
  expect(message).toBe(signInText('secret').replace('Nonce: secret\n', ''));
});

it.each([
  ['signMessage', rpcError(4001), 'rejected', 4001],
  ['signIn', new Error('User rejected the request.'), 'rejected', undefined],
  ['signMessage', rpcError(-32603), 'failed', -32603],
  ['signTransaction', rpcError(4001), 'rejected', 4001],
  ['signAndSendTransaction', 'Transaction cancelled', 'rejected', undefined],
  ['signAndSendTransaction', new Error('blockhash not found'), 'failed', undefined],
])('%s that ends with %s is %s', async (method, error, status, code) => {
  const { wallet, told } = await open({
    answers: {
      [method]: () => {
        throw error;
      },
    },
  });
  await expect(wallet.call(method, { account, message: encode('x') })).rejects.toBe(error);
  const [begun, ended, ...more] = await told();
  expect([begun?.type, ended?.type, more]).toEqual([ended?.type, begun?.type, []]);
  expect([ended?.status, ended?.error_code]).toEqual([status, code]);
});

it.each<Form>(['plain', 'class', 'frozen class'])(
  '[wallets 47] a %s: a transaction is started, then broadcasted with its hash',
  async (form) => {
    const { wallet, told } = await open({ form });
    await wallet.call('signAndSendTransaction', transaction);
    expect(await told()).toEqual([STARTED, BROADCASTED]);
  },
);

it('[wallets 48] a transaction that the app sends itself has its first signature as hash', async () => {
  const { wallet, told } = await open();
  await wallet.call('signTransaction', transaction);
  expect(await told()).toEqual([STARTED, BROADCASTED]);
});

it.each([
  ['signatures first', signedBytes(), SIGNATURE],
  [
    'signatures last, as in version 1',
    Uint8Array.from([0x81, 1, 7, ...SIGNATURE_BYTES]),
    SIGNATURE,
  ],
  ['the fee payer yet to sign', signedBytes(new Uint8Array(64)), undefined],
])('reads the hash of a signed transaction with %s', async (_, signedTransaction, hash) => {
  const { wallet, told } = await open({
    answers: { signTransaction: () => [{ signedTransaction }] },
  });
  await wallet.call('signTransaction', transaction);
  const [, ended] = await told();
  expect([ended?.status, ended?.transaction_hash]).toEqual(['broadcasted', hash]);
});

it('several transactions in one call are recorded one by one', async () => {
  const { wallet, told } = await open();
  await wallet.call('signTransaction', transaction, transaction);
  expect(await told()).toEqual([STARTED, STARTED, BROADCASTED, BROADCASTED]);
});

it('several transactions sent together end each with its own outcome', async () => {
  const outcomes = [
    { status: 'fulfilled', value: { signature: SIGNATURE_BYTES } },
    { status: 'rejected', reason: rpcError(4001) },
  ];
  const { wallet, told } = await open({
    answers: { signAndSendAllTransactions: () => outcomes },
  });
  await wallet.call('signAndSendAllTransactions', [transaction, transaction], { mode: 'serial' });
  const rejected = { ...STARTED, status: 'rejected', error_code: 4001 };
  expect(await told()).toEqual([STARTED, STARTED, BROADCASTED, rejected]);
});

it('a call without transactions records nothing', async () => {
  const { wallet, told } = await open();
  await wallet.call('signTransaction');
  await wallet.call('signAndSendAllTransactions', []);
  expect(await told()).toEqual([]);
});

it('a transaction on another chain changes the chain in use; from the second on the change is recorded', async () => {
  const { wallet, told } = await open();
  const devnet = { ...BASE, chain_id: 'solana:devnet' };
  const onDevnet = { ...transaction, chain: 'solana:devnet' };
  await wallet.call('signAndSendTransaction', onDevnet);
  const atFirst = [
    { ...STARTED, ...devnet },
    { ...BROADCASTED, ...devnet },
  ];
  expect(await told()).toEqual(atFirst);
  await wallet.call('signAndSendTransaction', transaction);
  await wallet.call('signAndSendTransaction', onDevnet);
  expect(await told()).toEqual([
    ...atFirst,
    { type: 'chain', ...BASE, previous_chain_id: 'solana:devnet' },
    STARTED,
    BROADCASTED,
    { type: 'chain', ...devnet, previous_chain_id: 'solana:mainnet' },
    ...atFirst,
  ]);
});

it('if the app set the chain, a transaction on another one is recorded as a change', async () => {
  const { wallet, told } = await openSolanaDapp({ chain: 'solana:mainnet' });
  await wallet.connect();
  await wallet.call('signAndSendTransaction', { ...transaction, chain: 'solana:devnet' });
  expect((await told())[1]).toMatchObject({ type: 'chain', chain_id: 'solana:devnet' });
});
