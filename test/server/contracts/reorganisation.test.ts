// After a reorganisation of the chain on a real node, every table follows.
import { beforeAll, describe, expect, it } from 'vitest';
import { createChainNode } from '../../../src/server/contracts/logs/chain-node.js';
import { createRpc } from '../../../src/server/contracts/logs/json-rpc.js';
import { type Anvil, startAnvil } from '../../e2e/wallets/anvil.js';
import { createCleanup } from '../../support/cleanup.js';
import { MEMORY_ADDRESS, memoryNode } from './memory-chain.js';
import { deployPing } from './ping-contract.js';
import { startRangeProxy } from './range-proxy.js';
import { openReading, type Reading, type TestChain } from './reading-under-test.js';

const cleanUp = createCleanup();
let reading: Reading;

const startChain = () => reading.startChain();
const valuesOn = (chain: TestChain) => reading.valuesOn(chain);
const expectSums = () => reading.expectSums();

const nodeOf = ({ url }: Anvil) =>
  createChainNode(createRpc({ url, signal: new AbortController().signal }));

beforeAll(async () => {
  reading = await openReading(cleanUp);
});

/** Reads the values 1 and 2; then 3 replaces 2 on the chain, and a crash interrupts the retraction of 2. */
const cutShort = async (chainId: number) => {
  const block = (hash: string, ...values: number[]) => ({ hash: `${hash}:${chainId}`, values });
  const first = [block('a'), block('aa', 1), block('aaa', 2)];
  let chain = first;
  await reading.register(chainId, MEMORY_ADDRESS);
  const parts = { node: memoryNode(() => chain, chainId) };
  const read = reading.reader('http://127.0.0.1:1', { chainId }, parts);
  await read();
  chain = [...first.slice(0, 2), block('aab', 3)];
  const retract = async (_: readonly string[], days: readonly string[]) => {
    await reading.settle();
    await reading.analytics.execute(
      `ALTER TABLE events_daily DELETE WHERE type = 'decoded_log' AND date IN {days:Array(Date)}
SETTINGS mutations_sync = 2`,
      { days },
    );
    throw new Error('crashed');
  };
  const crashing = reading.reader('http://127.0.0.1:1', { chainId }, { ...parts, retract });
  await expect(crashing()).rejects.toThrow('crashed');
  const goBack = () => {
    chain = first;
  };
  return { read, goBack };
};

describe('a reorganisation', () => {
  it('retracts the events of orphaned blocks, and reads the new blocks', async () => {
    const chain = await startChain();
    const { chainId, anvil, ping } = chain;
    await reading.register(chainId, ping.address);
    const read = reading.reader(anvil.url, { chainId });
    await ping.ping(1, 2, 3);
    await read();
    await anvil.rpc('anvil_reorg', [2, []]);
    await ping.ping(9);
    await read();
    expect(await valuesOn(chain)).toEqual([1, 9]);
    await expectSums();
    const { data } = await reading.analytics.query<{ wallet: string; hits: number }>(
      `SELECT sum(hits) AS hits FROM events_daily WHERE event = 'Ping'`,
    );
    const all = await reading.analytics.query<{ n: number }>(
      `SELECT count() AS n FROM events FINAL WHERE event = 'Ping'`,
    );
    expect(data[0]?.hits).toBe(all.data[0]?.n);
  });

  it('back and forth leaves the events of the final chain', async () => {
    const chain = await startChain();
    const { chainId, anvil, ping } = chain;
    await reading.register(chainId, ping.address);
    const read = reading.reader(anvil.url, { chainId });
    await ping.ping(1);
    const snapshot = await anvil.rpc('evm_snapshot');
    const at = Math.floor(Date.now() / 1_000) + 100;
    const second = async (value: number) => {
      await anvil.rpc('evm_setNextBlockTimestamp', [at]);
      await ping.ping(value);
    };
    await second(2);
    await read();
    expect(await valuesOn(chain)).toEqual([1, 2]);
    await anvil.rpc('evm_revert', [snapshot]);
    const again = await anvil.rpc('evm_snapshot');
    await second(3);
    await read();
    expect(await valuesOn(chain)).toEqual([1, 3]);
    await anvil.rpc('evm_revert', [again]);
    await second(2);
    await read();
    expect(await valuesOn(chain)).toEqual([1, 2]);
    await expectSums();
  });

  it('is handled completely when a crash interrupts the rollback', async () => {
    const chain = await startChain();
    const { chainId, anvil, ping } = chain;
    await reading.register(chainId, ping.address);
    await ping.ping(1, 2);
    await reading.reader(anvil.url, { chainId })();
    await anvil.rpc('anvil_reorg', [1, []]);
    const store = { ...reading.store, rollBack: () => Promise.reject(new Error('crashed')) };
    const crashing = reading.reader(anvil.url, { chainId }, { store });
    await expect(crashing()).rejects.toThrow('crashed');
    await reading.reader(anvil.url, { chainId })();
    expect(await valuesOn(chain)).toEqual([1]);
    await expectSums();
  });

  it('with an interrupted retraction leaves every table consistent when the chain returns', async () => {
    const chainId = 31_399;
    const { read, goBack } = await cutShort(chainId);
    goBack();
    await read();
    expect((await reading.logs(chainId)).map(({ value }) => value)).toEqual([1, 2]);
    await expectSums();
  });

  it('with an interrupted retraction is finished even if the contracts of the chain are deleted', async () => {
    const chainId = 31_398;
    const { read } = await cutShort(chainId);
    await reading.application.query('DELETE FROM contracts WHERE chain_id = $1', [chainId]);
    await read();
    expect((await reading.logs(chainId)).map(({ value }) => value)).toEqual([1]);
    await expectSums();
  });

  it('to an unknown chain, such as a restarted one, starts reading again', async () => {
    const chain = await startChain();
    const { chainId, anvil, ping } = chain;
    await reading.register(chainId, ping.address);
    await ping.ping(1, 2);
    await reading.reader(anvil.url, { chainId })();
    const other = await startAnvil(chainId);
    cleanUp(other.stop);
    await other.rpc('evm_setNextBlockTimestamp', [Math.floor(Date.now() / 1_000) + 1_000]);
    const pong = await deployPing(other);
    expect(pong.address).toBe(ping.address);
    await pong.ping(7);
    await reading.reader(other.url, { chainId })();
    expect(await valuesOn(chain)).toEqual([7]);
    await expectSums();
  });

  it('is not assumed when a node lags behind the blocks that were read', async () => {
    const chain = await startChain();
    const { chainId, anvil, ping } = chain;
    await reading.register(chainId, ping.address);
    await ping.ping(1, 2, 3);
    await reading.reader(anvil.url, { chainId })();
    const before = await reading.logs(chainId);
    // Another node behind the same URL, which knows the chain up to block 2.
    const node = nodeOf(anvil);
    const lagging = {
      ...node,
      head: async () => 2,
      block: async (number: number) => (number > 2 ? undefined : node.block(number)),
    };
    const told = 'does not have the block 4';
    await expect(reading.reader(anvil.url, { chainId }, { node: lagging })()).rejects.toThrow(told);
    await ping.ping(4);
    await reading.reader(anvil.url, { chainId })();
    expect(await valuesOn(chain)).toEqual([1, 2, 3, 4]);
    expect((await reading.logs(chainId)).slice(0, 3)).toEqual(before);
  });

  it('is assumed when a shorter chain of the development chain id 31337 appears', async () => {
    const chainId = 31_337;
    const first = await startAnvil(chainId);
    cleanUp(first.stop);
    const { address, ping } = await deployPing(first);
    await reading.register(chainId, address);
    await ping(1, 2, 3);
    await reading.reader(first.url, { chainId })();
    const second = await startAnvil(chainId);
    cleanUp(second.stop);
    await reading.reader(second.url, { chainId })();
    expect(await reading.logs(chainId)).toEqual([]);
    await (await deployPing(second)).ping(4);
    await reading.reader(second.url, { chainId })();
    expect((await reading.logs(chainId)).map(({ value }) => value)).toEqual([4]);
    await expectSums();
  });

  it.each([
    ['far in the future, as on a development chain', 31_397, Date.now() + 100 * 86_400_000],
    ['the latest possible', 31_396, Date.UTC(2100)],
  ])('of blocks whose time is %s retracts their events', async (_, chainId, begun) => {
    const block = (hash: string, ...values: number[]) => ({ hash: `${hash}:${chainId}`, values });
    let chain = [block('a'), block('aa', 1), block('aaa', 2)];
    await reading.register(chainId, MEMORY_ADDRESS);
    const node = memoryNode(() => chain, chainId, begun);
    const read = reading.reader('http://127.0.0.1:1', { chainId }, { node });
    await read();
    chain = [...chain.slice(0, 2), block('aab', 3)];
    await read();
    expect((await reading.logs(chainId)).map(({ value }) => value)).toEqual([1, 3]);
    await expectSums();
  });

  it('between the check of known blocks and the next range is noticed', async () => {
    const chain = await startChain();
    const { chainId, anvil, ping } = chain;
    await reading.register(chainId, ping.address);
    await ping.ping(1, 2);
    await reading.reader(anvil.url, { chainId })();
    const node = nodeOf(anvil);
    let isForked = false;
    const forking = {
      ...node,
      async head() {
        if (!isForked) {
          isForked = true;
          await anvil.rpc('anvil_reorg', [1, []]);
          await ping.ping(9);
        }
        return node.head();
      },
    };
    await reading.reader(anvil.url, { chainId }, { node: forking })();
    expect(await valuesOn(chain)).toEqual([1, 9]);
    await expectSums();
  });

  it('is noticed before a contract that is behind reads the new blocks', async () => {
    const chainId = 31_395;
    const block = (hash: string, ...values: number[]) => ({ hash: `${hash}:${chainId}`, values });
    let chain = [block('a'), block('aa', 1), block('aaa', 2), block('aaaa')];
    await reading.register(chainId, MEMORY_ADDRESS);
    const node = memoryNode(() => chain, chainId);
    await reading.reader('http://127.0.0.1:1', { chainId }, { node })();
    await reading.register(chainId, MEMORY_ADDRESS, { project_id: 'prj_2' });
    const forking = {
      ...node,
      async head() {
        chain = [block('a'), block('ab', 3), block('aba', 4), block('abaa')];
        return node.head();
      },
    };
    // The first range ends before the latest known block.
    await reading.reader('http://127.0.0.1:1', { chainId, blocks: 3 }, { node: forking })();
    const stored = await reading.logs(chainId);
    expect(stored.map(({ project_id, value }) => [project_id, value])).toEqual([
      ['prj_1', 3],
      ['prj_1', 4],
      ['prj_2', 3],
      ['prj_2', 4],
    ]);
    await expectSums();
  });

  it('in the middle of a range stores no orphaned event of it', async () => {
    const chain = await startChain();
    const { chainId, anvil, ping } = chain;
    await reading.register(chainId, ping.address);
    await ping.ping(1, 2);
    const proxy = await startRangeProxy(anvil.url);
    cleanUp(proxy.stop);
    let blocks = 0;
    proxy.state.before = (method, [, isFull]) => {
      if (method !== 'eth_getBlockByNumber' || !isFull || ++blocks !== 2) return undefined;
      return anvil.rpc('anvil_reorg', [1, []]);
    };
    const read = reading.reader(proxy.url, { chainId });
    await read().catch(() => read());
    expect(await valuesOn(chain)).toEqual([1]);
    await expectSums();
  });
});
