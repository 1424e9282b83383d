// A whole visit to MetaMask's own test dapp, with MetaMask's own provider, a chain, and the real
// server.
import { beforeAll, expect, it } from 'vitest';
import { readTopEvents } from '../../support/ask-api.js';
import { createCleanup } from '../../support/cleanup.js';
import { eventually } from '../../support/eventually.js';
import { startServer, type TestServer } from '../../support/server.js';
import { press, serveTestDapp, visitTestDapp } from './test-dapp.js';
import {
  ARRIVAL,
  expectEvents,
  expectOutcomes,
  openWalletWorld,
  type Visit,
  type WalletWorld,
} from './world.js';

const FIRST = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const SECOND = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const METAMASK = { provider_name: 'MetaMask', rdns: 'io.metamask' };
const OTHER = { provider_name: 'Second Wallet', rdns: 'com.example.second' };

const cleanUp = createCleanup();
let server: TestServer;
let world: WalletWorld;

beforeAll(async () => {
  server = await startServer();
  cleanUp(server.dispose);
  world = await openWalletWorld(cleanUp, server);
  serveTestDapp(world);
});

const did = (act: () => unknown, outline: readonly string[]) => expectEvents(world, act, outline);

const arrive = async (): Promise<Visit> => {
  let visit = {} as Visit;
  await did(async () => {
    visit = await visitTestDapp(world);
  }, ARRIVAL);
  return visit;
};

/** A page that is connected to MetaMask. */
const visitConnected = async (): Promise<Visit> => {
  const visit = await arrive();
  await did(() => press(visit, 'connectButton'), ['connect']);
  return visit;
};

it('records a visit, wallets, a refusal and a connection', async () => {
  const visit = await arrive();
  const found = world.events().slice(0, 2);
  expect(found.map(({ properties }) => properties)).toEqual([METAMASK, OTHER]);

  visit.metamask.refuse('eth_requestAccounts');
  const [refused] = await did(() => press(visit, 'connectButton'), ['wallet_connect_rejected']);
  expect(refused?.properties).toEqual({ ...METAMASK, error_code: 4001 });

  const [connect] = await did(() => press(visit, 'connectButton'), ['connect']);
  expect(connect).toMatchObject({ address: FIRST, properties: { ...METAMASK, chain_id: 31337 } });
  expect(visit.faults).toEqual([]);
});

it('records every kind of signature', async () => {
  const visit = await visitConnected();
  const sign = (id: string, method: string) =>
    did(() => press(visit, id), [`signature requested ${method}`, `signature confirmed ${method}`]);

  const kinds = [
    await sign('personalSign', 'personal_sign'),
    await sign('siwe', 'personal_sign'),
    await sign('signTypedData', 'eth_signTypedData'),
    await sign('signTypedDataV3', 'eth_signTypedData_v3'),
    await sign('signTypedDataV4', 'eth_signTypedData_v4'),
  ].map(([, confirmed]) => confirmed?.properties.message_kind);
  expect(kinds).toEqual(['text', 'siwe', 'typed_data', 'typed_data', 'typed_data']);
  const mail = world.events().at(-1);
  expect(mail).toMatchObject({
    address: FIRST,
    properties: { chain_id: 31337, primary_type: 'Mail', domain: { name: 'Ether Mail' } },
  });

  visit.metamask.refuse('personal_sign');
  const [, rejected] = await did(
    () => press(visit, 'siwe'),
    ['signature requested personal_sign', 'signature rejected personal_sign'],
  );
  expect(rejected?.properties.error_code).toBe(4001);
  expect(visit.faults).toEqual([]);
});

it('records transactions: sent, rejected, with contracts, reverted, in a batch', async () => {
  const visit = await visitConnected();
  const send = async (...ids: readonly string[]) => {
    const [, sent] = await did(
      () => press(visit, ...ids),
      ['transaction started', 'transaction broadcasted'],
    );
    return sent?.properties ?? {};
  };
  const receiptOf = ({ transaction_hash: hash }: Readonly<Record<string, unknown>>) =>
    eventually(() => world.chains[0].rpc('eth_getTransactionReceipt', [hash]));

  expect(await send('sendButton')).toMatchObject({
    to: '0x0c54FcCd2e384b4BB6f2E405Bf5Cbc15a017AaFb',
    value: '0',
    chain_id: 31337,
  });
  visit.metamask.refuse('eth_sendTransaction');
  await did(() => press(visit, 'sendButton'), ['transaction started', 'transaction rejected']);

  const { contractAddress } = (await receiptOf(await send('deployButton'))) as {
    readonly contractAddress: string;
  };
  const deposit = await send('depositButton');
  expect(deposit).toMatchObject({ value: '4000000000000000000', data: '0xd0e30db0' });
  expect(String(deposit.to).toLowerCase()).toBe(contractAddress);

  await send('deployFailingButton');
  const failing = await send('sendFailingButton');
  const batch = await send('eip5792SendCallsButton');
  expect(batch).toMatchObject({ call_count: 2 });
  await expectOutcomes(world, {
    [String(deposit.transaction_hash)]: 'confirmed',
    [String(failing.transaction_hash)]: 'reverted',
    [String(batch.batch_id)]: 'confirmed',
  });
});

it('records changes of chain and account, the lock and the disconnect', async () => {
  const visit = await visitConnected();
  const { metamask } = visit;
  const [dapps] = await did(() => press(visit, 'switchEthereumChain'), ['chain']);
  expect(dapps?.properties).toMatchObject({ chain_id: 1338, previous_chain_id: 31337 });
  const [wallets] = await did(() => metamask.change({ chainId: '0x7a69' }), ['chain']);
  expect(wallets?.properties).toMatchObject({ chain_id: 31337, previous_chain_id: 1338 });

  const [first = '', ...others] = metamask.state.accounts;
  const accounts = [...others, first];
  const [switched] = await did(() => metamask.change({ accounts }), ['connect']);
  expect(switched).toMatchObject({
    address: SECOND,
    properties: { ...METAMASK, account_switch: true, previous_address: FIRST },
  });

  const end = { address: SECOND, properties: { ...METAMASK, chain_id: 31337 } };
  const [locked] = await did(() => metamask.change({ isLocked: true }), ['disconnect']);
  expect(locked).toMatchObject(end);
  // If the wallet is locked, this dapp revokes its permission, and so has to request it again.
  await did(() => press(visit, 'connectButton'), ['connect']);
  const [revoked] = await did(() => press(visit, 'revokeAccountsPermission'), ['disconnect']);
  expect(revoked).toMatchObject(end);
  expect(visit.faults).toEqual([]);
});

it('records that the user switches to a second wallet', async () => {
  const visit = await visitConnected();
  await did(async () => {
    await visit.page.getByRole('button', { name: 'Use Second Wallet' }).click();
    await press(visit, 'connectButton');
  }, ['connect']);
  const signed = await did(
    () => press(visit, 'personalSign'),
    ['signature requested personal_sign', 'signature confirmed personal_sign'],
  );
  expect(signed.map(({ properties }) => properties.rdns)).toEqual([OTHER.rdns, OTHER.rdns]);
  // Changes of the first wallet are no longer recorded.
  await did(
    () => visit.metamask.change({ chainId: '0x53a' }).then(() => press(visit, 'siwe')),
    ['signature requested personal_sign', 'signature confirmed personal_sign'],
  );
});

it('all events are stored', () =>
  eventually(async () => {
    const counts: Record<string, number> = {};
    for (const { type, event } of world.all()) {
      const key = event ? `${type}:${event}` : type;
      counts[key] = (counts[key] ?? 0) + 1;
    }
    expect(await readTopEvents(server)).toEqual(counts);
  }));
