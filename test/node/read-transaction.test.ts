// Which fields are read from transactions and receipts of ethers and viem.
import { describe, expect, it } from 'vitest';
import type { TransactionEvent } from '../../src/core/tracker-types.js';
import { readTransaction } from '../../src/node/read-transaction.js';
import { openService } from './support/open-service.js';

const FROM = '0x1111111111111111111111111111111111111111';
const TO = '0x2222222222222222222222222222222222222222';
const HASH = `0x${'ab'.repeat(32)}`;
const CALLDATA = '0xa9059cbb0000000000000000000000002222';

describe('reads', () => {
  it('a hash', () => {
    expect(readTransaction(HASH)).toEqual({ status: 'broadcasted', transactionHash: HASH });
  });

  it('a TransactionResponse of ethers', () => {
    // As in ethers, its properties are getters or read-only, and it has methods and a provider.
    class TransactionResponse {
      readonly provider = {};
      readonly hash = HASH;
      readonly from = FROM;
      readonly to = TO;
      readonly value = 10n ** 18n;
      readonly chainId = 137n;
      readonly blockNumber = null;
      get data() {
        return CALLDATA;
      }
      wait() {}
    }
    expect(readTransaction(new TransactionResponse())).toMatchObject({
      status: 'broadcasted',
      transactionHash: HASH,
      address: FROM,
      to: TO,
      value: 10n ** 18n,
      chainId: 137,
      data: CALLDATA,
    });
  });

  it.each([
    [1, 'confirmed'],
    [0, 'reverted'],
    ['success', 'confirmed'],
    ['reverted', 'reverted'],
    ['0x1', 'confirmed'],
    ['0x0', 'reverted'],
    [0n, 'reverted'],
    [true, 'confirmed'],
    [false, 'reverted'],
    [null, 'broadcasted'],
  ])('the status %s of a receipt as %s', (status, expected) => {
    expect(readTransaction({ status, hash: HASH, from: FROM, to: TO }).status).toBe(expected);
  });

  it('a receipt of viem, including the address of a deployed contract', () => {
    const receipt = {
      transactionHash: HASH,
      from: FROM,
      to: null,
      contractAddress: TO,
      status: 'success',
      gasUsed: 21_000n,
      blockNumber: 7n,
    } as const;
    expect(readTransaction(receipt)).toMatchObject({
      status: 'confirmed',
      transactionHash: HASH,
      to: TO,
      gasUsed: 21_000n,
      blockNumber: 7n,
    });
  });

  it('a transaction that is not yet in a block', () => {
    const { blockNumber } = readTransaction({ hash: HASH, from: FROM, blockNumber: null });
    expect(blockNumber).toBeUndefined();
  });

  it.each<TransactionEvent['status']>([
    'started',
    'rejected',
    'failed',
    'broadcasted',
    'replaced',
    'confirmed',
    'reverted',
  ])('all fields of an event with the status %s, as in the browser', (status) => {
    const event: Required<TransactionEvent> = {
      status,
      address: FROM,
      chainId: 10,
      providerName: 'Safe',
      rdns: 'global.safe',
      transactionHash: HASH,
      to: TO,
      value: '5',
      data: CALLDATA,
      functionName: 'transfer',
      functionArgs: { to: TO, value: '5' },
      builderCodes: ['app'],
      callCount: 1,
      batchId: 'batch',
      atomic: true,
      errorCode: 4001,
      gasUsed: 21_000,
      blockNumber: 7,
      accountType: 'eip7702',
      userOpHash: HASH,
      replacedBy: HASH,
      replacement: 'sped_up',
    };
    expect(readTransaction(event)).toEqual(event);
  });

  it('a transaction of viem', () => {
    expect(readTransaction({ hash: HASH, from: FROM, input: CALLDATA, chainId: 10 })).toMatchObject(
      {
        data: CALLDATA,
        chainId: 10,
      },
    );
  });
});

it('transaction() keeps only the selector of calldata, and takes the chain id from the options if the receipt has none', async () => {
  const { tracker, clock, server } = openService();
  tracker.transaction(
    { hash: HASH, from: FROM, data: CALLDATA },
    { dex: 'x' },
    { chainId: 'eip155:8453' },
  );
  tracker.transaction(
    { transactionHash: HASH, from: FROM, status: 'reverted' },
    {},
    { address: TO },
  );
  await clock.turn(2_000);
  expect([...server.kept.values()]).toMatchObject([
    {
      address: FROM,
      properties: { chain_id: 8453, data: '0xa9059cbb', dex: 'x', transaction_hash: HASH },
    },
    { address: TO, properties: { status: 'reverted' } },
  ]);
});
