// A page whose globals are sealed (SES, a hardened dapp): wallets are tracked nevertheless, each
// event once.
import { expect, it } from 'vitest';
import { eip1193 } from '../../src/wallets/eip1193.js';
import { createFakeWallet, sign } from './fake-wallet.js';
import { NAME, openDapp, outline } from './open-dapp.js';

it('records each event once with two adapters on a page with sealed globals', async () => {
  Object.preventExtensions(globalThis);
  const wallet = createFakeWallet();
  const plugins = [eip1193(wallet.provider, NAME), eip1193(wallet.provider, NAME)];
  const { events, faults } = openDapp(plugins);
  await wallet.connect();
  await wallet.provider.request(sign());
  expect(outline(await events())).toEqual([
    'connect',
    'signature requested',
    'signature confirmed',
  ]);
  expect(faults).toEqual([]);
});
