// A chain that seems to fork while a range is read: on one of several nodes behind a URL, or only for a moment.
import { beforeAll, describe, expect, it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { MEMORY_ADDRESS, memoryNode } from './memory-chain.js';
import { openReading, type Reading } from './reading-under-test.js';

const cleanUp = createCleanup();
let reading: Reading;

beforeAll(async () => {
  reading = await openReading(cleanUp);
});

describe('a fork', () => {
  it.each([
    [2, 'logs'],
    [3, 'logs and blocks'],
  ])('from block %i that only some nodes show in their %s stores nothing', async (at, what) => {
    const chainId = 31_390 + at;
    const block = (hash: string, ...values: number[]) => ({ hash: `${hash}:${chainId}`, values });
    const chain = [block('a'), block('aa', 1), block('aaa', 2), block('aaaa', 3)];
    const fork = [...chain.slice(0, at), block('b', 7), block('bb', 8)].slice(0, chain.length);
    await reading.register(chainId, MEMORY_ADDRESS);
    const node = memoryNode(() => chain, chainId);
    const { logs, fullBlock } = memoryNode(() => fork, chainId);
    const several = { ...node, logs, ...(what === 'logs' ? {} : { fullBlock }) };
    const read = reading.reader('http://127.0.0.1:1', { chainId }, { node: several });
    await expect(read()).rejects.toThrow(/which is not its block [23]/);
    await reading.reader('http://127.0.0.1:1', { chainId }, { node })();
    expect((await reading.logs(chainId)).map(({ value }) => value)).toEqual([1, 2, 3]);
    await reading.expectSums();
  });

  it('that ends before the range is read hides no log', async () => {
    const chainId = 31_395;
    const block = (hash: string, ...values: number[]) => ({ hash: `${hash}:${chainId}`, values });
    const own = [block('a'), block('aa', 1), block('aaa', 2)];
    const fork = [...own.slice(0, 2), block('aab')];
    let chain = own;
    await reading.register(chainId, MEMORY_ADDRESS);
    const node = memoryNode(() => chain, chainId);
    let asked = 0;
    const forking = {
      ...node,
      async logs(...given: Parameters<typeof node.logs>) {
        if (asked++ === 0) chain = fork;
        return node.logs(...given);
      },
      async block(number: number) {
        const found = await node.block(number);
        chain = own;
        return found;
      },
    };
    await reading.reader('http://127.0.0.1:1', { chainId }, { node: forking })();
    expect((await reading.logs(chainId)).map(({ value }) => value)).toEqual([1, 2]);
    await reading.expectSums();
  });
});
