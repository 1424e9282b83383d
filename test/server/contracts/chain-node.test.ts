// Which parts of the answers of a node are used.
import { expect, it } from 'vitest';
import { createChainNode } from '../../../src/server/contracts/logs/chain-node.js';

it('keeps the senders of the requested transactions of a block only', async () => {
  const transactions = ['0xa', '0xb', '0xc'].map((hash) => ({ hash, from: `${hash}0` }));
  const block = { number: '0x1', hash: '0x1', timestamp: '0x1', transactions };
  const node = createChainNode(async () => block);
  const found = await node.fullBlock(1, new Set(['0xb', '0xd']));
  expect([...(found?.senders ?? [])]).toEqual([['0xb', '0xb0']]);
});

it('limits the time of a block to what the databases can store', async () => {
  const block = { number: '0x1', hash: '0x1', timestamp: '0xffffffffff' };
  const node = createChainNode(async () => block);
  expect((await node.block(1))?.time).toBe(Date.UTC(2100));
});
