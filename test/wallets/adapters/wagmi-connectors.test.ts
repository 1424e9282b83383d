// @vitest-environment happy-dom
// wagmi's connectors: the names of wallets, refused connections, and a connected wallet that is not
// in use.
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Plugin } from '../../../src/core/tracker-types.js';
import { eip1193 } from '../../../src/wallets/eip1193.js';
import { eip6963 } from '../../../src/wallets/eip6963.js';
import { wagmi } from '../../../src/wallets/wagmi.js';
import { createNodeWallet } from '../fake-node.js';
import { ACCOUNT, type Answer, createFakeWallet, OTHER_ACCOUNT, rpcError } from '../fake-wallet.js';
import { createOpenDapp, NAME } from '../open-dapp.js';
import { announce, calm, openWagmiConfig, WAGMI_VERSIONS } from './apps.js';

const openDapp = createOpenDapp();

describe.each(WAGMI_VERSIONS)('wagmi %i', (_, core) => {
  const open = (answers: Readonly<Record<string, Answer>> = {}, more: readonly Plugin[] = []) => {
    const wallet = createNodeWallet(answers);
    const { config, connector } = openWagmiConfig(core, wallet);
    const dapp = openDapp([wagmi(config), ...more]);
    const told = async () => {
      await calm();
      return (await dapp.events()).filter(({ type }) => type !== 'detect');
    };
    const connect = () => core.connect(config, { connector });
    return { ...dapp, wallet, config, connector, told, connect };
  };

  it.each([
    [{ rdns: ['io.first', 'io.second'] }, 'io.first'],
    [{ rdns: 'io.only' }, 'io.only'],
    [{ id: 'io.announced' }, 'io.announced'],
    [{ id: 'injected' }, undefined],
  ])('[wallets 21] a connector with %j is the wallet %s', async (said, rdns) => {
    const { connector, connect, told } = open();
    Object.assign(connector, said);
    await connect();
    expect((await told())[0]).toMatchObject({ type: 'connect', provider_name: NAME.providerName });
    expect((await told())[0]?.rdns).toBe(rdns);
  });

  it("[wallets 22] records each refusal once, also beside the adapter of the browser's wallets", async () => {
    const refuse = () => {
      throw rpcError(4001);
    };
    const refused = { eth_requestAccounts: refuse, wallet_requestPermissions: refuse };
    const { wallet, connect, told } = open(refused, [eip6963()]);
    onTestFinished(announce(wallet.provider));
    window.dispatchEvent(new Event('eip6963:requestProvider'));
    await expect(connect()).rejects.toThrow();
    const refusal = { event: 'wallet_connect_rejected', rdns: NAME.rdns, error_code: 4001 };
    expect(await told()).toMatchObject([refusal]);
    const asked = wallet.provider.request({ method: 'eth_requestAccounts' });
    await expect(asked).rejects.toThrow();
    expect(await told()).toMatchObject([refusal, refusal]);
  });

  it('[wallets 22] does not record a connection that fails as rejected', async () => {
    const { connect, told } = open({
      eth_requestAccounts: () => {
        throw rpcError(-32603);
      },
    });
    await expect(connect()).rejects.toThrow();
    expect(await told()).toEqual([]);
  });

  it('[wallets 28] [wallets 31] records no changes of a connected wallet that is not in use', async () => {
    const other = createFakeWallet({ eth_requestAccounts: () => [OTHER_ACCOUNT] });
    const name = { providerName: 'Other', rdns: 'com.other' };
    const { wallet, connect, tracker, told } = open({}, [eip1193(other.provider, name)]);
    await connect();
    await calm();
    await other.provider.request({ method: 'eth_requestAccounts' });
    const before = await told();
    expect(before.map(({ address }) => address)).toEqual([ACCOUNT, OTHER_ACCOUNT]);
    for (const change of [
      () => wallet.switchChain('0xa'),
      () => wallet.setAccounts('0x0000000000000000000000000000000000000001'),
      () => wallet.switchChain('0x1'),
    ]) {
      change();
      await calm();
    }
    tracker.page();
    expect((await told()).slice(before.length)).toMatchObject([
      { type: 'page', address: OTHER_ACCOUNT },
    ]);
  });
});
