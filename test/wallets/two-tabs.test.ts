// @vitest-environment happy-dom
// A wallet emits a connection in each tab before it answers the tab that requested it: one
// connection is recorded.
import { expect, it } from 'vitest';
import { eip1193 } from '../../src/wallets/eip1193.js';
import { wagmi } from '../../src/wallets/wagmi.js';
import { createWorld } from '../core/fakes.js';
import { calm, openWagmiConfig, WAGMI_VERSIONS } from './adapters/apps.js';
import { createNodeWallet } from './fake-node.js';
import { ACCOUNT } from './fake-wallet.js';
import { createOpenDapp, NAME } from './open-dapp.js';

const open = createOpenDapp();

const typesOf = (world: ReturnType<typeof createWorld>) =>
  [...world.server.kept.values()].map(({ type }) => type).filter((type) => type !== 'detect');

it('[wallets 29] connecting again after a disconnect in this session', async () => {
  const world = createWorld();
  const tabs = [createNodeWallet(), createNodeWallet()] as const;
  const [asked, other] = tabs;
  const dapps = tabs.map((wallet) => open([eip1193(wallet.provider, NAME)], world));
  const emitAll = (accounts: readonly string[]) => {
    for (const { state } of tabs) state.isPermitted = accounts.length > 0;
    for (const wallet of [other, asked]) wallet.emit('accountsChanged', accounts);
  };
  asked.answers.eth_requestAccounts = async () => {
    emitAll([ACCOUNT]);
    await calm();
    return [ACCOUNT];
  };
  const connect = async () => {
    await asked.provider.request({ method: 'eth_requestAccounts' });
    await calm();
    await world.clock.turn(20);
  };
  await connect();
  emitAll([]);
  await calm();
  await world.clock.turn(20);
  await connect();
  for (const { events } of dapps) await events();
  expect(typesOf(world)).toEqual(['connect', 'disconnect', 'connect']);
});

it.each(WAGMI_VERSIONS)(
  '[wallets 29] wagmi %i: in the other tab wagmi connects by itself',
  async (_, core) => {
    const world = createWorld();
    const tab = () => {
      const wallet = createNodeWallet();
      const { config, connector } = openWagmiConfig(core, wallet);
      return { ...open([wagmi(config)], world), wallet, config, connector };
    };
    const [asked, other] = [tab(), tab()];
    await calm();
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { answers, state } = asked.wallet;
    const chain = answers.eth_chainId;
    answers.eth_chainId = async (params) => {
      if (state.isPermitted) await answered;
      return chain?.(params);
    };
    const connecting = core.connect(asked.config, { connector: asked.connector });
    await calm();
    other.wallet.state.isPermitted = true;
    other.wallet.setAccounts(ACCOUNT);
    await calm();
    expect(other.config.state.status).toBe('connected');
    await world.clock.turn(50);
    answer();
    await connecting;
    await calm();
    for (const { events } of [other, asked]) await events();
    expect(typesOf(world)).toEqual(['connect']);
  },
);
