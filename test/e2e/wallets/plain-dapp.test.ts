// A dapp without a library, with MetaMask's own provider: reloads, a locked wallet, and a wallet
// without EIP-6963.
import { beforeAll, expect, it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { arrive, arriveConnected, ask, servePlainDapp } from './plain-dapp.js';
import { expectEvents, openWalletWorld, type WalletWorld } from './world.js';

const FIRST = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const SECOND = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const METAMASK = { provider_name: 'MetaMask', rdns: 'io.metamask' };

const cleanUp = createCleanup();
let world: WalletWorld;

beforeAll(async () => {
  world = await openWalletWorld(cleanUp);
  servePlainDapp(world);
});

const did = (act: () => unknown, outline: readonly string[]) => expectEvents(world, act, outline);

it('detects a wallet on window.ethereum that does not announce itself', async () => {
  const visit = await arrive(world, ['detect', 'page'], () => {
    window.isLegacy = true;
  });
  expect(world.events()[0]?.properties).toEqual(METAMASK);
  const [connect] = await did(() => ask(visit, 'eth_requestAccounts'), ['connect']);
  expect(connect).toMatchObject({ address: FIRST, properties: { ...METAMASK, chain_id: 31337 } });
  await did(
    () => ask(visit, 'personal_sign', '0x6869', FIRST),
    ['signature requested personal_sign', 'signature confirmed personal_sign'],
  );
});

it('records the connection once, and its address on every later page', async () => {
  const visit = await arriveConnected(world);
  const [page] = await did(() => visit.page.reload(), ['page']);
  expect(page?.address).toBe(FIRST);
  const [disconnect] = await did(
    () => ask(visit, 'wallet_revokePermissions', { eth_accounts: {} }),
    ['disconnect'],
  );
  expect(disconnect).toMatchObject({
    address: FIRST,
    properties: { ...METAMASK, chain_id: 31337 },
  });
});

it('records that the wallet is locked and unlocked, and changes of accounts', async () => {
  const visit = await arriveConnected(world);
  const { metamask } = visit;
  await did(() => metamask.change({ isLocked: true }), ['disconnect']);
  const [back] = await did(() => metamask.change({ isLocked: false }), ['connect']);
  expect(back).toMatchObject({ address: FIRST, properties: METAMASK });

  const [first = '', second = '', third = ''] = metamask.state.accounts;
  await did(() => metamask.change({ accounts: [second, first, third] }), ['connect']);
  const [, signed] = await did(
    () => ask(visit, 'personal_sign', '0x6869', second),
    ['signature requested personal_sign', 'signature confirmed personal_sign'],
  );
  expect(signed?.address).toBe(SECOND);
  // The order of the other accounts does not matter.
  await did(async () => {
    await metamask.change({ accounts: [second, third, first] });
    await visit.page.reload();
  }, ['page']);
});

it('records once what the wallet emits in two tabs', async () => {
  const { page, metamask } = await arriveConnected(world);
  const tab = await page.context().newPage();
  await did(() => tab.goto(world.site.url), ['page']);
  const [first = '', second = '', third = ''] = metamask.state.accounts;
  const [, , , left] = await did(async () => {
    await metamask.change({ accounts: [second, first, third] });
    await metamask.change({ chainId: '0x53a' });
    await metamask.change({ isLocked: true });
    await tab.reload();
  }, ['connect', 'chain', 'disconnect', 'page']);
  expect(left?.address).toBeNull();
});

it('records nothing about a wallet that the user never connected', async () => {
  const visit = await arrive(world);
  await did(async () => {
    await visit.metamask.change({ chainId: '0x53a' });
    await visit.second.change({ chainId: '0x53a' });
    await ask(visit, 'eth_accounts');
    await ask(visit, 'eth_chainId');
    await visit.page.reload();
  }, ['page']);
  expect(visit.faults).toEqual([]);
});
