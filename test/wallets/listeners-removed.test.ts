// An app that removes all listeners of the wallet's provider, as Web3Auth does at a logout, removes ours too.
import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { eip1193 } from '../../src/wallets/eip1193.js';
import { ACCOUNT, createFakeWallet, OTHER_ACCOUNT } from './fake-wallet.js';
import { NAME, openDapp, outline } from './open-dapp.js';

const createEmitter = () => {
  const { answer } = createFakeWallet();
  return Object.assign(new EventEmitter(), { request: answer });
};

it.each([[[]], [['accountsChanged']]])(
  '[wallets 25 27] hears the wallet on, each event once, after removeAllListeners(%j)',
  async (names) => {
    const provider = createEmitter();
    const { events } = openDapp([eip1193(provider, NAME)]);
    await provider.request({ method: 'eth_requestAccounts' });
    expect(provider.removeAllListeners(...names)).toBe(provider);
    await events();
    provider.emit('accountsChanged', [OTHER_ACCOUNT]);
    provider.emit('accountsChanged', [ACCOUNT]);
    provider.emit('chainChanged', '0x89');
    expect(outline(await events())).toEqual(['connect', 'connect', 'connect', 'chain']);
    expect(provider.listenerCount('accountsChanged')).toBe(1);
    expect(provider.listenerCount('chainChanged')).toBe(1);
  },
);

it('[wallets 12] leaves no listener, and the removing function as it was, when it stops', async () => {
  const provider = createEmitter();
  const keys = Reflect.ownKeys(provider);
  const { tracker } = openDapp([eip1193(provider, NAME)]);
  provider.removeAllListeners();
  await tracker.close();
  expect(provider.eventNames()).toEqual([]);
  expect(Reflect.ownKeys(provider)).toEqual(keys);
});

it('[wallets 12] listens no more after it stopped, although another script kept the wrapper', async () => {
  const provider = createEmitter();
  const { tracker } = openDapp([eip1193(provider, NAME)]);
  const { removeAllListeners } = provider;
  await tracker.close();
  removeAllListeners.call(provider);
  expect(provider.eventNames()).toEqual([]);
});
