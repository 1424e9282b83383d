// The built server reads logs from a genuine node: after a kill, through a reorganisation, and
// while the node fails.
import { beforeAll, expect, it } from 'vitest';
import { Chaintrail } from '../../src/client/index.js';
import { deployPing, PING_ABI, type PingContract } from '../server/contracts/ping-contract.js';
import { type RangeProxy, startRangeProxy } from '../server/contracts/range-proxy.js';
import { createCleanup } from '../support/cleanup.js';
import { eventually } from '../support/eventually.js';
import { startServer, type TestServer } from '../support/server.js';
import { type Anvil, startAnvil } from './wallets/anvil.js';

const cleanUp = createCleanup();
const CHAIN = 31_337;
const SECRET = 's3cr3t-0123456789';
const PINGS = Array.from({ length: 20 }, (_, index) => index + 1);

let anvil: Anvil;
let proxy: RangeProxy;
let ping: PingContract;
let server: TestServer;
let client: Chaintrail;
let printed = '';

beforeAll(async () => {
  anvil = await startAnvil(CHAIN);
  cleanUp(anvil.stop);
  ping = await deployPing(anvil);
  proxy = await startRangeProxy(anvil.url, `/v3/${SECRET}?key=${SECRET}`);
  cleanUp(proxy.stop);
  server = await startServer({
    LOG: 'json',
    [`RPC_URL_${CHAIN}`]: proxy.url,
    RPC_CONFIRMATIONS: '1',
    RPC_POLL_SECONDS: '1',
  });
  cleanUp(server.dispose);
  client = new Chaintrail({ apiKey: server.apiKey, baseURL: server.url });
});

const place = () => ({ chain: CHAIN, address: ping.address });

/** The values of all logs that are stored as events, sorted. */
const readValues = async (): Promise<readonly number[]> => {
  const { data } = await client.query.run<{ properties: string }>(
    "SELECT properties FROM events WHERE type = 'decoded_log' LIMIT 1000",
  );
  return data.map(({ properties }) => Number(JSON.parse(properties).value)).sort((a, b) => a - b);
};

const expectValues = (values: readonly number[]) =>
  eventually(async () => {
    expect(await readValues()).toEqual(values);
    return true;
  });

it('reads existing logs once, though the server is killed in the middle', async () => {
  await ping.ping(...PINGS);
  proxy.state.mostBlocks = 3;
  let calls = 0;
  const killed = new Promise<void>((resolve) => {
    proxy.state.before = (method) => {
      if (method !== 'eth_blockNumber' || ++calls !== 14) return undefined;
      printed += server.output();
      return server.kill9().then(resolve);
    };
  });
  await client.contracts.create({
    name: 'Ping',
    ...place(),
    abi: JSON.stringify(PING_ABI),
    events: [{ name: 'Ping' }],
    start_block: 0,
  });
  await killed;
  delete proxy.state.before;
  await server.restart();
  // The last log is not confirmed yet, since no block follows it.
  await expectValues(PINGS.slice(0, -1));
  await anvil.rpc('anvil_mine', ['0x1']);
  await expectValues(PINGS);
  // Noted after the events are stored.
  await eventually(async () =>
    expect(await client.contracts.retrieve(place())).toMatchObject({
      read_to_block: 21,
      read_error: null,
    }),
  );
});

it('follows the chain through a reorganisation', async () => {
  await anvil.rpc('anvil_reorg', [4, []]);
  await ping.ping(100);
  await anvil.rpc('anvil_mine', ['0x1']);
  // A reorganisation of four blocks, one of them empty: the last three values are gone.
  const expected = [...PINGS.slice(0, -3), 100];
  await expectValues(expected);
  // Counts by days are available shortly after the events.
  await eventually(async () => {
    const { data } = await client.analytics.topEvents();
    expect(data.find(({ type }) => type === 'decoded_log')?.hits).toBe(expected.length);
  });
});

it("waits while the node fails, reports it, and never reveals the node's URL", async () => {
  const message = `the key ${SECRET} of ${proxy.url} is over its quota`;
  proxy.state.answer = () => ({
    status: 200,
    body: JSON.stringify({ error: { code: 1, message } }),
  });
  const failing = await eventually(async () => {
    const { read_error } = await client.contracts.retrieve(place());
    expect(read_error).toContain('quota');
    return read_error;
  });
  proxy.state.answer = () => ({ status: 502, body: '<html>' });
  await eventually(async () =>
    (await client.contracts.retrieve(place())).read_error?.includes('502') ? true : null,
  );
  delete proxy.state.answer;
  await eventually(async () => (await client.contracts.retrieve(place())).read_error === null);
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  expect(metrics).toMatch(/chaintrail_contract_read_failures_total\{chain="31337"\} [1-9]/);
  expect(metrics).toMatch(
    /chaintrail_contract_logs_total\{chain="31337",outcome="decoded"\} [1-9]/,
  );
  // As a number of its own: its digits may be part of a time or of a count of bytes.
  const port = new RegExp(`(?<![\\w.])${new URL(proxy.url).port}\\b`);
  for (const text of [printed, server.output(), metrics, failing]) {
    expect(text).not.toContain(SECRET);
    expect(text).not.toMatch(port);
  }
});
