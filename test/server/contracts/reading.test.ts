// Logs of a real node become events: each once, after the confirmations, and also after crashes.
import { beforeAll, describe, expect, it } from 'vitest';
import { createChainNode } from '../../../src/server/contracts/logs/chain-node.js';
import { createRpc, RpcError } from '../../../src/server/contracts/logs/json-rpc.js';
import { ContractsRefusedError } from '../../../src/server/contracts/logs/read-chain.js';
import { createCleanup } from '../../support/cleanup.js';
import { startRangeProxy } from './range-proxy.js';
import { openReading, type Reading, type TestChain } from './reading-under-test.js';

const cleanUp = createCleanup();
let reading: Reading;

const startChain = () => reading.startChain();
const valuesOn = (chain: TestChain) => reading.valuesOn(chain);
const expectSums = () => reading.expectSums();

beforeAll(async () => {
  reading = await openReading(cleanUp);
});

it('a log becomes one event, with its sender and its values', async () => {
  const chain = await startChain();
  const { chainId, anvil, ping } = chain;
  await reading.register(chainId, ping.address);
  const read = reading.reader(anvil.url, { chainId });
  await ping.ping(41, 42);
  await read();
  await read();
  await reading.settle();
  const { data } = await reading.analytics.query(
    `SELECT project_id, type, event, channel, address, is_bot, message_id, properties,
       toUnixTimestamp(timestamp) AS at
     FROM events FINAL WHERE chain_id = {chain:String} ORDER BY timestamp, message_id`,
    { chain: String(chainId) },
  );
  const block = (await anvil.rpc('eth_getBlockByNumber', ['0x2', true])) as {
    hash: string;
    timestamp: string;
    transactions: { hash: string }[];
  };
  expect(data).toHaveLength(2);
  const first = data.find(
    (row) => JSON.parse((row as { properties: string }).properties).value === '41',
  );
  const { properties, ...row } = first as { properties: string };
  expect(row).toEqual({
    project_id: 'prj_1',
    type: 'decoded_log',
    event: 'Ping',
    channel: 'server',
    address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    is_bot: 0,
    message_id: `log:${chainId}:${block.hash}:0`,
    at: Number(block.timestamp),
  });
  expect(JSON.parse(properties)).toEqual({
    who: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    value: '41',
    chain_id: chainId,
    contract_address: expect.stringMatching(new RegExp(`^${ping.address}$`, 'i')),
    block_number: 2,
    block_hash: block.hash,
    transaction_hash: block.transactions[0]?.hash,
    log_index: 0,
  });
});

it('an event belongs to the last visitor who connected the sending wallet in the project', async () => {
  const chain = await startChain();
  const { chainId, anvil, ping } = chain;
  await reading.register(chainId, ping.address);
  await reading.register(chainId, ping.address, { project_id: 'prj_2' });
  const connect = (anonymous_id: string, minutesAgo: number) => ({
    type: 'connect',
    channel: 'web',
    version: '0',
    anonymous_id,
    address: ping.caller,
    properties: { chain_id: 1 },
    original_timestamp: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
    context: {
      user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
  });
  await reading.receive([connect('latest', 5), connect('earlier', 50)], 'prj_1');
  await reading.settle();
  await ping.ping(1);
  await reading.reader(anvil.url, { chainId })();
  await reading.settle();
  const { data } = await reading.analytics.query(
    `SELECT project_id, anonymous_id FROM events FINAL
     WHERE chain_id = {chain:String} ORDER BY project_id`,
    { chain: String(chainId) },
  );
  expect(data).toEqual([
    { project_id: 'prj_1', anonymous_id: 'latest' },
    { project_id: 'prj_2', anonymous_id: '' },
  ]);
});

describe('reading', () => {
  it('starts at the start block, or at the next block without one', async () => {
    const chain = await startChain();
    const { chainId, anvil, ping } = chain;
    await ping.ping(1, 2, 3);
    await reading.register(chainId, ping.address, { start_block: 3 });
    await reading.register(chainId, ping.address, { project_id: 'prj_2', start_block: null });
    const read = reading.reader(anvil.url, { chainId });
    await read();
    await ping.ping(4);
    await read();
    const logs = await reading.logs(chainId);
    expect(logs.map(({ project_id, value }) => [project_id, value])).toEqual([
      ['prj_1', 2],
      ['prj_1', 3],
      ['prj_1', 4],
      ['prj_2', 4],
    ]);
  });

  it('waits for the confirmations', async () => {
    const chain = await startChain();
    const { chainId, anvil, ping } = chain;
    await reading.register(chainId, ping.address);
    const read = reading.reader(anvil.url, { chainId, confirmations: 3 });
    await ping.ping(1, 2, 3, 4);
    await read();
    expect(await valuesOn(chain)).toEqual([1]);
    await anvil.rpc('anvil_mine', ['0x2']);
    await read();
    expect(await valuesOn(chain)).toEqual([1, 2, 3]);
    await anvil.rpc('anvil_mine', ['0x3']);
    await read();
    expect(await valuesOn(chain)).toEqual([1, 2, 3, 4]);
  });

  it('reduces the range when the node refuses it, and increases it again', async () => {
    const chain = await startChain();
    const { chainId, anvil, ping } = chain;
    await ping.ping(1);
    await anvil.rpc('anvil_mine', ['0xc8']);
    await ping.ping(2);
    await reading.register(chainId, ping.address);
    const proxy = await startRangeProxy(anvil.url);
    cleanUp(proxy.stop);
    proxy.state.mostBlocks = 20;
    await reading.reader(proxy.url, { chainId, blocks: 100 })();
    expect(await valuesOn(chain)).toEqual([1, 2]);
    expect(proxy.ranges.slice(0, 4)).toEqual([100, 50, 25, 12]);
    expect(proxy.ranges.some((blocks, index) => blocks > (proxy.ranges[index - 1] ?? 0))).toBe(
      true,
    );
  });

  it('reduces the range when the rate limit of the node allows too few calls for it', async () => {
    const chain = await startChain();
    const { chainId, anvil, ping } = chain;
    await ping.ping(1, 2, 3, 4, 5, 6, 7, 8);
    await reading.register(chainId, ping.address);
    const proxy = await startRangeProxy(anvil.url);
    cleanUp(proxy.stop);
    let left = 0;
    proxy.state.answer = () => {
      left -= 1;
      return left < 0 ? { status: 429, body: 'slow down' } : undefined;
    };
    const read = reading.reader(proxy.url, { chainId });
    for (let attempt = 0; attempt < 20; attempt++) {
      left = 9;
      await read().catch(() => {});
    }
    expect(await valuesOn(chain)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('fails when a single block is refused', async () => {
    const chain = await startChain();
    const { chainId, anvil, ping } = chain;
    await reading.register(chainId, ping.address);
    const proxy = await startRangeProxy(anvil.url);
    cleanUp(proxy.stop);
    proxy.state.mostBlocks = 0;
    await expect(reading.reader(proxy.url, { chainId })()).rejects.toThrow('10000 results');
    delete proxy.state.mostBlocks;
    await ping.ping(1);
    await reading.reader(proxy.url, { chainId })();
    expect(await valuesOn(chain)).toEqual([1]);
  });

  it('reads the other contracts when the node refuses the logs of one', async () => {
    const chain = await startChain();
    const { chainId, anvil, ping } = chain;
    const other = `0x${'9'.repeat(40)}`;
    await ping.ping(1, 2);
    await reading.register(chainId, ping.address);
    // The newer contract is first in the list.
    await reading.register(chainId, other, { id: 'ctr_refused', start_block: 2 });
    const node = createChainNode(
      createRpc({ url: anvil.url, signal: new AbortController().signal }),
    );
    const pruned: typeof node = {
      ...node,
      logs: async (asked) => {
        if (asked.addresses.includes(other)) throw new RpcError('answered', 'it is pruned');
        return node.logs(asked);
      },
    };
    const error = await reading
      .reader(anvil.url, { chainId }, { node: pruned })()
      .catch((e) => e);
    expect(error).toBeInstanceOf(ContractsRefusedError);
    expect(error).toMatchObject({ message: 'it is pruned', contracts: ['ctr_refused'] });
    expect(await valuesOn(chain)).toEqual([1, 2]);
  });

  it('reads blocks again without counting events twice', async () => {
    const chain = await startChain();
    const { chainId, anvil, ping } = chain;
    await reading.register(chainId, ping.address);
    await ping.ping(1, 2);
    await reading.reader(anvil.url, { chainId })();
    await reading.application.query('UPDATE contracts SET next_block = 0 WHERE chain_id = $1', [
      chainId,
    ]);
    await reading.reader(anvil.url, { chainId })();
    expect(await valuesOn(chain)).toEqual([1, 2]);
    await expectSums();
  });

  it('continues after a crash at any step', async () => {
    const chain = await startChain();
    const { chainId, anvil, ping } = chain;
    await reading.register(chainId, ping.address);
    await ping.ping(1, 2, 3);
    for (const step of ['saveBlocks', 'timesOrphaned', 'advance'] as const) {
      const crash = () => Promise.reject(new Error('crashed'));
      const store = { ...reading.store, [step]: crash };
      await expect(reading.reader(anvil.url, { chainId, blocks: 3 }, { store })()).rejects.toThrow(
        'crashed',
      );
    }
    await reading.reader(anvil.url, { chainId, blocks: 3 })();
    expect(await valuesOn(chain)).toEqual([1, 2, 3]);
    await expectSums();
  });

  it('reads with new events when a contract is replaced meanwhile', async () => {
    const chain = await startChain();
    const { chainId, anvil, ping } = chain;
    await reading.register(chainId, ping.address, {
      events: [{ name: 'No', inputs: [], type: 'event' }],
    });
    await ping.ping(1);
    const [events] = [
      JSON.stringify([
        {
          name: 'Ping',
          inputs: [
            { type: 'address', name: 'who', indexed: true },
            { type: 'uint256', name: 'value' },
          ],
          type: 'event',
        },
      ]),
    ];
    const store = {
      ...reading.store,
      saveBlocks: async (...given: Parameters<typeof reading.store.saveBlocks>) => {
        // Does the same as a PUT, after the logs were requested with the old events.
        await reading.application.query(
          'UPDATE contracts SET events = $2, revision = 2 WHERE chain_id = $1 AND revision = 1',
          [chainId, events],
        );
        return reading.store.saveBlocks(...given);
      },
    };
    await reading.reader(anvil.url, { chainId }, { store })();
    expect(await valuesOn(chain)).toEqual([1]);
  });
});
