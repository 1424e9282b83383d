// What is written down of a transaction until its end is known.
import { expect, it } from 'vitest';
import { PENDING_KEY } from '../../src/core/pending-key.js';
import { settle } from '../core/fakes.js';
import { openConnected } from './open-wallet.js';
import { send, TRANSFER } from './transfer.js';

it('of the calldata only the selector is kept', async () => {
  const { wallet, world } = await openConnected();
  await wallet.provider.request(send());
  await settle();
  const kept = world.values.get(PENDING_KEY) ?? '';
  expect(JSON.parse(kept)).toMatchObject([{ transaction: { data: TRANSFER.data.slice(0, 10) } }]);
});
