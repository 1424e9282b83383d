// The examples that are dapps, started as their READMEs say, with MetaMask's provider, a chain and
// the real server.
import { beforeAll, expect, it } from 'vitest';
import { readTopEvents } from '../../support/ask-api.js';
import { createCleanup } from '../../support/cleanup.js';
import { eventually } from '../../support/eventually.js';
import { startServer, type TestServer } from '../../support/server.js';
import {
  ARRIVAL,
  expectEvents,
  expectOutcomes,
  openWalletWorld,
  type Visit,
  type WalletWorld,
} from '../wallets/world.js';
import { startExample } from './start-example.js';

const FIRST = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const CONTRACT = '0x0c54FcCd2e384b4BB6f2E405Bf5Cbc15a017AaFb';
const SIGNED = ['signature requested personal_sign', 'signature confirmed personal_sign'];
const SENT = ['transaction started', 'transaction broadcasted'];

const cleanUp = createCleanup();
let server: TestServer;
let world: WalletWorld;

beforeAll(async () => {
  server = await startServer();
  cleanUp(server.dispose);
  world = await openWalletWorld(cleanUp, server);
});

const did = (act: () => unknown, outline: readonly string[]) => expectEvents(world, act, outline);

const click = ({ page }: Visit, name: string) =>
  page.getByRole('button', { name, exact: true }).click();

const start = async (name: string): Promise<string> => {
  const key = server.writeKey;
  const example = await startExample(name, {
    // The script itself is loaded from the server.
    ...{ WRITE_KEY: key, API_HOST: server.url, PORT: '0' },
    ...{ VITE_WRITE_KEY: key, VITE_API_HOST: world.collector.url },
    VITE_RPC_URL: world.chains[0].url,
  });
  cleanUp(example.stop);
  return `${example.url}/`;
};

const open = async (name: string): Promise<Visit> => {
  const address = await start(name);
  let visit = {} as Visit;
  await did(async () => {
    visit = await world.visit(address);
  }, ARRIVAL);
  return visit;
};

/** Waits until the events are stored, not only sent. */
const expectStored = (counts: Readonly<Record<string, number>>) =>
  eventually(async () => expect(await readTopEvents(server)).toMatchObject(counts));

it('script-tag: records the visit, the wallet and a custom event', async () => {
  const visit = await world.visit(await start('script-tag'));
  await visit.page.waitForFunction(() => 'chaintrail' in window);
  await click(visit, 'Connect');
  await visit.page.getByText(FIRST, { exact: false }).waitFor();
  await click(visit, 'Mint');
  await expectStored({ page: 1, detect: 2, connect: 1, 'track:minted': 1 });
  expect(visit.faults).toEqual([]);
});

it('react-wagmi: records wallets through wagmi until the receipt', async () => {
  const visit = await open('react-wagmi');
  await did(() => click(visit, 'Connect MetaMask'), ['connect']);
  await did(() => click(visit, 'Sign'), SIGNED);
  const [, started, sent] = await did(() => click(visit, 'Mint'), ['mint_clicked', ...SENT]);
  expect(started?.properties).toMatchObject({
    ...{ to: CONTRACT, function_name: 'mint' },
  });
  await expectOutcomes(world, { [String(sent?.properties.transaction_hash)]: 'confirmed' });
  await did(() => click(visit, 'Disconnect'), ['disconnect']);
  await expectStored({ 'track:mint_clicked': 1, disconnect: 1 });
  expect(visit.faults).toEqual([]);
});

it('ethers: records the name of the called function, and the outcome', async () => {
  const visit = await open('ethers');
  await did(() => click(visit, 'Connect'), ['connect']);
  await did(() => click(visit, 'Sign'), SIGNED);
  const [, started, sent] = await did(() => click(visit, 'Mint'), ['mint_clicked', ...SENT]);
  expect(started?.properties).toMatchObject({
    ...{ to: CONTRACT, function_name: 'mint', function_args: { id: '7' } },
  });
  await expectOutcomes(world, { [String(sent?.properties.transaction_hash)]: 'confirmed' });
  await visit.page.getByText('Mint: block').waitFor();
  await expectStored({ 'track:mint_clicked': 2 });
  expect(visit.faults).toEqual([]);
});
