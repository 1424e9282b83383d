// @vitest-environment happy-dom
// The outcome of Solana transactions is read through the app's own connection, also on a later
// page.
import { expect, it } from 'vitest';
import type { SolanaConnection } from '../../../src/wallets/solana.js';
import { createWorld } from '../../core/fakes.js';
import { turn } from '../open-dapp.js';
import { createFakeSolanaWallet, SIGNATURE } from './fake-solana-wallet.js';
import { openSolanaDapp } from './open-solana-dapp.js';

const MINUTE = 60_000;
type Status = object | null;
const CONFIRMED = { slot: 7, err: null, confirmationStatus: 'confirmed' };
const FAILED = { slot: 8n, err: { InstructionError: [0, 'x'] }, confirmationStatus: 'finalized' };

/** A connection of web3.js, or (`isKit`) of kit, whose requests are sent by a separate call. */
const createConnection = (statuses: Status[], isKit = false) => {
  const asked: string[] = [];
  const connection: SolanaConnection = {
    // Without searchTransactionHistory a node knows only the last minutes, and the page may be a
    // later one.
    getSignatureStatuses: (
      [signature],
      { searchTransactionHistory } = { searchTransactionHistory: false },
    ) => {
      asked.push(`${signature}${searchTransactionHistory ? '' : ' of late'}`);
      const answer = async () => ({
        value: [statuses.length > 1 ? statuses.shift() : statuses[0]],
      });
      return isKit ? { send: answer } : answer();
    },
  };
  return { connection, asked };
};

const send = async (connection?: SolanaConnection, world = createWorld()) => {
  const dapp = await openSolanaDapp({ world, ...(connection && { connection }) });
  await dapp.wallet.connect();
  await dapp.wallet.call('signTransaction', { transaction: new Uint8Array(1) });
  return {
    ...dapp,
    statuses: async () => (await dapp.told()).flatMap(({ status }) => status ?? []),
  };
};

it.each([
  ['web3.js', false],
  ['kit', true],
])('[wallets 48] is requested from a connection of %s until it is known', async (_, isKit) => {
  const waiting = [null, { ...CONFIRMED, confirmationStatus: 'processed' }];
  const { connection, asked } = createConnection([...waiting, CONFIRMED], isKit);
  const { world, told } = await send(connection);
  await turn(world, MINUTE);
  expect((await told()).at(-1)).toMatchObject({
    type: 'transaction',
    status: 'confirmed',
    transaction_hash: SIGNATURE,
    block_number: 7,
    chain_id: 'solana:mainnet',
  });
  expect(asked).toEqual([SIGNATURE, SIGNATURE, SIGNATURE]);
});

it('a transaction that failed on the chain is recorded as reverted', async () => {
  const { world, statuses } = await send(createConnection([FAILED]).connection);
  await turn(world, MINUTE);
  expect(await statuses()).toEqual(['started', 'broadcasted', 'reverted']);
});

it('without a connection it stays broadcasted', async () => {
  const { world, statuses } = await send();
  await turn(world, 10 * MINUTE);
  expect(await statuses()).toEqual(['started', 'broadcasted']);
});

it('a connection that fails is asked again', async () => {
  let count = 0;
  const connection: SolanaConnection = {
    getSignatureStatuses: async () => {
      count += 1;
      if (count < 3) throw new Error('429');
      return { value: [CONFIRMED] };
    },
  };
  const { world, statuses, faults } = await send(connection);
  await turn(world, MINUTE);
  expect(await statuses()).toEqual(['started', 'broadcasted', 'confirmed']);
  expect(faults).toEqual([]);
});

it('[wallets 48] is found on a later page, once', async () => {
  const world = createWorld();
  const first = await send(createConnection([null]).connection, world);
  expect(await first.statuses()).toEqual(['started', 'broadcasted']);
  void first.tracker.close();

  const { connection } = createConnection([CONFIRMED]);
  const second = await openSolanaDapp({ world, connection, wallet: createFakeSolanaWallet() });
  await turn(world, 10 * MINUTE);
  expect((await second.told()).map(({ status }) => status)).toEqual(['confirmed']);
});
