// @vitest-environment happy-dom
// Writes of a wagmi app that are under way at once, or while what watches them ends: each with its own arguments.
import { MutationObserver, QueryClient } from '@tanstack/react-query';
import * as core from '@wagmi/core';
import { writeContractMutationOptions } from '@wagmi/core/query';
import { parseAbi } from 'viem';
import { expect, it } from 'vitest';
import { createNodeWallet } from '../fake-node.js';
import { OTHER_ACCOUNT } from '../fake-wallet.js';
import { createOpenDapp } from '../open-dapp.js';
import { calm, createWagmiHook, openWagmiConfig } from './apps.js';

const openDapp = createOpenDapp();

const open = async () => {
  const { config, connector } = openWagmiConfig(core, createNodeWallet());
  const queryClient = new QueryClient();
  const { hooks, hook } = createWagmiHook(config, { queryClient });
  const { events } = openDapp([hooks]);
  await core.connect(config, { connector });
  return {
    hook,
    write: (amount: bigint, more?: object) => {
      const options = { ...writeContractMutationOptions(config), ...more };
      return new MutationObserver(queryClient, options as never).mutate({
        address: OTHER_ACCOUNT,
        abi: parseAbi(['function approve(uint256 amount)']),
        functionName: 'approve',
        args: [amount],
      } as never);
    },
    /** The arguments of each transaction that was told, in order. */
    told: async () => {
      await calm();
      const sent = (await events()).filter(({ status }) => status === 'broadcasted');
      return sent.map(({ function_args }) => function_args);
    },
  };
};
/** The library is at work on it, and the wallet has not been asked. */
const never = { mutationFn: () => new Promise<never>(() => {}) };

it('[wallets 15] [wallets 43] of two writes at once each is told with its own, in an app that is watched twice', async () => {
  const { hook, write, told } = await open();
  hook();
  hook();
  await Promise.all([write(1n), write(2n)]);
  expect(await told()).toEqual([{ amount: '1' }, { amount: '2' }]);
});

it('[wallets 43] one that was under way as the watch ended lends nothing to the next', async () => {
  const { hook, write, told } = await open();
  const stop = hook();
  void write(1n, never);
  stop?.();
  hook();
  await write(2n);
  expect(await told()).toEqual([{ amount: '2' }]);
});

it('[wallets 43] one that ended before it reached the wallet lends nothing to the next', async () => {
  const { hook, write, told } = await open();
  hook();
  const fail = () => Promise.reject(new Error('reverted in its simulation'));
  await write(1n, { mutationFn: fail }).catch(() => {});
  await write(2n);
  expect(await told()).toEqual([{ amount: '2' }]);
});

it('[wallets 43] watched twice, writes are told with names until the last is gone', async () => {
  const { hook, write, told } = await open();
  const [leave] = [hook(), hook()];
  leave?.();
  await write(3n);
  expect(await told()).toEqual([{ amount: '3' }]);
});
