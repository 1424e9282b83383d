// A wagmi app in React 19 with MetaMask's own provider and a chain: its actions as events.
import { beforeAll, expect, it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { bundlePage } from './bundle.js';
import { ARRIVAL, expectEvents, openWalletWorld, type Visit, type WalletWorld } from './world.js';

const FIRST = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const FRIEND = '0x0c54FcCd2e384b4BB6f2E405Bf5Cbc15a017AaFb';
const REVERTING = '0x00000000000000000000000000000000000000fd';

const cleanUp = createCleanup();
let world: WalletWorld;

/** The ways to track the app, and the events when it opens. */
const WAYS = {
  'what the browser announces': { options: {}, hasPlugin: false, arrival: ARRIVAL },
  'the plugin for wagmi alone': { options: { wallets: false }, hasPlugin: true, arrival: ['page'] },
  both: { options: {}, hasPlugin: true, arrival: ARRIVAL },
} as const;
type Way = (typeof WAYS)[keyof typeof WAYS];

beforeAll(async () => {
  const [opened, app] = await Promise.all([openWalletWorld(cleanUp), bundlePage('wagmi-app.tsx')]);
  world = opened;
  await world.chains[0].rpc('anvil_setCode', [REVERTING, '0xfd']);
  world.site.serve('/app.js', app, 'text/javascript');
  world.site.serve('/app', '<!doctype html><body><script src="/app.js"></script>', 'text/html');
});

const did = (act: () => unknown, outline: readonly string[]) => expectEvents(world, act, outline);

const addressOf = ({ options, hasPlugin }: Way): string => {
  const settings = {
    chains: world.chains.map(({ chainId, url }) => ({ id: Number(chainId), url })),
    tracker: { writeKey: 'key', apiHost: world.collector.url, flushAt: 1, ...options },
    hasPlugin,
  };
  return `/app?settings=${encodeURIComponent(JSON.stringify(settings))}`;
};

const click = ({ page }: Visit, name: string) =>
  page.getByRole('button', { name, exact: true }).click();

const visitConnected = async (way: Way): Promise<Visit> => {
  let visit = {} as Visit;
  await did(async () => {
    visit = await world.visit(addressOf(way));
  }, way.arrival);
  await did(() => click(visit, 'connect MetaMask'), ['connect']);
  return visit;
};

it.each(Object.entries(WAYS))("records the actions of wagmi's hooks through %s", async (_, way) => {
  const visit = await visitConnected(way);
  await did(
    () => click(visit, 'sign text'),
    ['signature requested personal_sign', 'signature confirmed personal_sign'],
  );
  const [, typed] = await did(
    () => click(visit, 'sign typed data'),
    ['signature requested eth_signTypedData_v4', 'signature confirmed eth_signTypedData_v4'],
  );
  expect(typed?.properties).toMatchObject({ primary_type: 'Order', domain: { name: 'Shop' } });

  const send = (name: string) =>
    did(() => click(visit, name), ['transaction started', 'transaction broadcasted']);
  const [started] = await send('send');
  expect(started).toMatchObject({
    address: FIRST,
    properties: { to: FRIEND, value: '500000000000000000', chain_id: 31337 },
  });
  const [minted] = await send('mint');
  expect(minted?.properties).toMatchObject({ to: FRIEND, data: '0x40c10f19' });
  await send('revert');
  await send('send calls');

  const [chain] = await did(() => click(visit, 'other chain'), ['chain']);
  expect(chain?.properties).toMatchObject({ chain_id: 1338, previous_chain_id: 31337 });
  await did(() => click(visit, 'disconnect'), ['disconnect']);
  expect(visit.faults).toEqual([]);
});
