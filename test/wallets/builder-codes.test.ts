// Builder codes name the apps behind a transaction: at the end of its calldata, or in a capability
// of the request.
import { expect, it } from 'vitest';
import { eip1193 } from '../../src/wallets/eip1193.js';
import { ACCOUNT, createFakeWallet } from './fake-wallet.js';
import { NAME, openDapp } from './open-dapp.js';

const SUFFIX = '626173656170702c6d6f7270686f0e0080218021802180218021802180218021';
/** The suffix of only the first of the two codes. */
const BASE = `626173656170700700${'8021'.repeat(8)}`;
const CALL = { from: ACCOUNT, to: ACCOUNT, data: '0xa9059cbb00ff' };

it.each<[string, string, object]>([
  ['calldata', 'eth_sendTransaction', { ...CALL, data: CALL.data + SUFFIX }],
  ['the call of a batch', 'wallet_sendCalls', { calls: [CALL, { ...CALL, data: `0x${SUFFIX}` }] }],
  [
    'two calls of a batch',
    'wallet_sendCalls',
    { calls: [BASE, SUFFIX].map((suffix) => ({ ...CALL, data: CALL.data + suffix })) },
  ],
  [
    'the dataSuffix capability',
    'wallet_sendCalls',
    { calls: [CALL], capabilities: { dataSuffix: { value: `0x${SUFFIX}`, optional: true } } },
  ],
])('[wallets 41] records builder codes in %s as a list', async (_, method, request) => {
  const wallet = createFakeWallet();
  const { events } = openDapp([eip1193(wallet.provider, NAME)]);
  await wallet.connect();
  await wallet.provider.request({ method, params: [request] });
  const [started, broadcasted] = (await events()).slice(1);
  const told = { builder_codes: ['baseapp', 'morpho'] };
  expect(started).toMatchObject({ ...told, status: 'started' });
  expect(broadcasted).toMatchObject({ ...told, status: 'broadcasted' });
});

it('[wallets 41] records none without a suffix', async () => {
  const wallet = createFakeWallet();
  const { events } = openDapp([eip1193(wallet.provider, NAME)]);
  await wallet.connect();
  await wallet.provider.request({ method: 'eth_sendTransaction', params: [CALL] });
  expect((await events()).at(-1)).not.toHaveProperty('builder_codes');
});
