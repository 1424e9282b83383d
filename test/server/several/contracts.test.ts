// Two processes read the same RPC endpoint: each log becomes one event, also when one of them dies.
import { beforeAll, expect, it } from 'vitest';
import { type Anvil, startAnvil } from '../../e2e/wallets/anvil.js';
import { createCleanup } from '../../support/cleanup.js';
import { eventually } from '../../support/eventually.js';
import { type ServerPair, startServerPair } from '../../support/server-pair.js';
import { deployPing, PING_ABI, type PingContract } from '../contracts/ping-contract.js';
import { openWorkspace, type TestWorkspace } from './workspace.js';

const cleanUp = createCleanup();
const CHAIN = 31_337;
let anvil: Anvil;
let ping: PingContract;
let pair: ServerPair;
let workspace: TestWorkspace;

beforeAll(async () => {
  anvil = await startAnvil(CHAIN);
  cleanUp(anvil.stop);
  ping = await deployPing(anvil);
  pair = await startServerPair(cleanUp, {
    [`RPC_URL_${CHAIN}`]: anvil.url,
    RPC_CONFIRMATIONS: '0',
    RPC_POLL_SECONDS: '1',
  });
  workspace = await openWorkspace(pair, 'ours');
});

/** Expects this number of events, both in the table and in the sums by day. */
const expectEach = (count: number, index: 0 | 1) =>
  eventually(async () => {
    const query = "SELECT message_id FROM events WHERE type = 'decoded_log' LIMIT 1000";
    const call = { method: 'POST', path: '/v0/query', body: { query } };
    const { data } = (await (await workspace.ask(index, call)).json()) as { data: object[] };
    expect(data).toHaveLength(count);
    const events = await workspace.ask(index, { method: 'GET', path: '/v0/top_events' });
    const { data: rows } = (await events.json()) as { data: { type: string; hits: number }[] };
    expect(rows.find(({ type }) => type === 'decoded_log')?.hits).toBe(count);
    return true;
  });

it('reads each log once, and the other process continues when one is killed', {
  timeout: 600_000,
}, async () => {
  const body = {
    name: 'Ping',
    chain: CHAIN,
    address: ping.address,
    abi: JSON.stringify(PING_ABI),
    events: [{ name: 'Ping' }],
    start_block: 0,
  };
  await workspace.done({ method: 'POST', path: '/v0/contracts', body });
  await ping.ping(1, 2, 3, 4, 5);
  await expectEach(5, 0);
  await ping.ping(6, 7, 8);
  await expectEach(8, 1);
  await pair.kill(0);
  await ping.ping(9, 10);
  await expectEach(10, 1);
  await pair.start(0);
  await ping.ping(11);
  await expectEach(11, 0);
});
