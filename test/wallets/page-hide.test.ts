// @vitest-environment happy-dom
// A page that is hidden while an event waits: the event is recorded before the tracker sends its
// last request.
import { expect, it } from 'vitest';
import { eip1193 } from '../../src/wallets/eip1193.js';
import { settle } from '../core/fakes.js';
import { eventually } from '../support/eventually.js';
import { ACCOUNT, createFakeWallet, OTHER_ACCOUNT, rpcError, sign } from './fake-wallet.js';
import { NAME, openDapp, outline } from './open-dapp.js';

const hide = () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));

it('a connect that waits for the chain is recorded without it, and a later answer changes nothing', async () => {
  const answers: ((chain: string) => void)[] = [];
  const wallet = createFakeWallet({
    eth_chainId: () => new Promise((resolve) => answers.push(resolve)),
  });
  const { events, tracker } = openDapp([eip1193(wallet.provider, NAME)]);
  // The first call loads modules, which may take longer than the second that the wallet has to
  // answer.
  await events();
  await wallet.connect();
  expect(await events()).toEqual([]);
  let sentAtHide = 0;
  document.addEventListener('visibilitychange', () => {
    sentAtHide = tracker.stats().accepted;
  });
  hide();
  expect(sentAtHide).toBe(1);
  for (const answer of answers) answer('0x1');
  await settle();
  const sent = await events();
  expect(sent.map(({ type, chain_id }) => [type, chain_id])).toEqual([['connect', undefined]]);
  wallet.switchChain('0xa');
  expect((await events())[1]).toMatchObject({ type: 'chain', chain_id: 10 });
  await tracker.close();
});

const createFailing = () =>
  createFakeWallet({
    eth_sendTransaction: () => {
      throw rpcError(-32000);
    },
  });

it('a failure that waits for a retry is recorded', async () => {
  const wallet = createFailing();
  const { events, tracker } = openDapp([eip1193(wallet.provider, NAME)]);
  await wallet.provider.request({ method: 'eth_sendTransaction', params: [{}] }).catch(() => {});
  hide();
  expect(outline(await events())).toEqual(['transaction started', 'transaction failed']);
  await tracker.close();
});

it('a failure that waits for a retry is not recorded for the next visitor', async () => {
  const wallet = createFailing();
  const { events, tracker } = openDapp([eip1193(wallet.provider, NAME)]);
  await wallet.provider.request({ method: 'eth_sendTransaction', params: [{}] }).catch(() => {});
  tracker.reset();
  hide();
  expect(outline(await events())).toEqual(['transaction started']);
  await tracker.close();
});

it('nor is a signature that waits for its chain', async () => {
  const answers: ((chain: string) => void)[] = [];
  const wallet = createFakeWallet({
    eth_chainId: () => new Promise((resolve) => answers.push(resolve)),
  });
  const { events, tracker } = openDapp([eip1193(wallet.provider, NAME)]);
  await wallet.connect();
  await wallet.provider.request(sign());
  tracker.reset();
  for (const answer of answers) answer('0x1');
  await settle();
  expect(outline(await events())).not.toContain('signature confirmed');
  await tracker.close();
});

it('an answer to our request that arrives after the page was hidden is ignored', async () => {
  const answers: ((accounts: string[]) => void)[] = [];
  const wallet = createFakeWallet({
    eth_accounts: () => new Promise((resolve) => answers.push(resolve)),
    eth_requestAccounts: () => [OTHER_ACCOUNT],
  });
  const { events, tracker } = openDapp([eip1193(wallet.provider, NAME)]);
  await eventually(() => answers.length === 1);
  hide();
  await wallet.connect();
  for (const answer of answers) answer([ACCOUNT]);
  await settle();
  expect((await events()).map(({ type, address }) => [type, address])).toEqual([
    ['connect', OTHER_ACCOUNT],
  ]);
  await tracker.close();
});

it('[wallets 26] changes that the wallet emitted while the page was hidden are recorded before later ones', async () => {
  const wallet = createFakeWallet();
  const { events, tracker } = openDapp([eip1193(wallet.provider, NAME)]);
  await wallet.connect();
  Reflect.defineProperty(document, 'hidden', { value: true, configurable: true });
  wallet.switchChain('0x89');
  wallet.setAccounts(OTHER_ACCOUNT);
  Reflect.deleteProperty(document, 'hidden');
  hide();
  wallet.switchChain('0xa');
  wallet.setAccounts(ACCOUNT);
  await new Promise((resolve) => setTimeout(resolve, 350));
  const told = (await events()).map(({ type, address, chain_id }) => [type, address, chain_id]);
  expect(told).toEqual([
    ['connect', ACCOUNT, 1],
    ['chain', ACCOUNT, 137],
    ['connect', OTHER_ACCOUNT, 137],
    ['chain', OTHER_ACCOUNT, 10],
    ['connect', ACCOUNT, 10],
  ]);
  await tracker.close();
});
