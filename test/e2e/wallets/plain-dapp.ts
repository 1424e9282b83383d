// A page with only the script tag, and a dapp's calls on window.ethereum, which is MetaMask's.
import { ARRIVAL, expectEvents, type Visit, type WalletWorld } from './world.js';

interface Ethereum {
  request(call: object): Promise<unknown>;
}

export const servePlainDapp = ({ site, scriptTag }: WalletWorld): void =>
  site.serve('/', `<!doctype html><title>Shop</title>${scriptTag}`, 'text/html');

/** A visitor on it, after the first events have arrived. `prepare` runs before the wallets do. */
export const arrive = async (
  world: WalletWorld,
  outline = ARRIVAL,
  prepare?: () => void,
): Promise<Visit> => {
  let visit = {} as Visit;
  await expectEvents(
    world,
    async () => {
      visit = await world.visit('/', prepare);
    },
    outline,
  );
  return visit;
};

/** Makes a call to the wallet, and returns its answer. */
export const ask = ({ page }: Visit, method: string, ...params: readonly unknown[]) =>
  page.evaluate((call) => (window as unknown as { ethereum: Ethereum }).ethereum.request(call), {
    method,
    params,
  });

/** A visitor who has connected MetaMask. */
export const arriveConnected = async (world: WalletWorld): Promise<Visit> => {
  const visit = await arrive(world);
  await expectEvents(world, () => ask(visit, 'eth_requestAccounts'), ['connect']);
  return visit;
};
