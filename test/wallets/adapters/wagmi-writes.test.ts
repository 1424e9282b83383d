// @vitest-environment happy-dom
// Writes of a wagmi app that run concurrently, or while their tracking ends: each is recorded with
// its own arguments.
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
    /** The arguments of each recorded transaction, in order. */
    told: async () => {
      await calm();
      const sent = (await events()).filter(({ status }) => status === 'broadcasted');
      return sent.map(({ function_args }) => function_args);
    },
  };
};
/** The library is still preparing it, and has not called the wallet. */
const never = { mutationFn: () => new Promise<never>(() => {}) };

it('[wallets 15] [wallets 43] records two concurrent writes with their own arguments, in an app with two hooks', async () => {
  const { hook, write, told } = await open();
  hook();
  hook();
  await Promise.all([write(1n), write(2n)]);
  expect(await told()).toEqual([{ amount: '1' }, { amount: '2' }]);
});

it('[wallets 43] a write under way when the tracking ended passes nothing to the next one', async () => {
  const { hook, write, told } = await open();
  const stop = hook();
  void write(1n, never);
  stop?.();
  hook();
  await write(2n);
  expect(await told()).toEqual([{ amount: '2' }]);
});

it('[wallets 43] a write that failed before it reached the wallet passes nothing to the next one', async () => {
  const { hook, write, told } = await open();
  hook();
  const fail = () => Promise.reject(new Error('reverted in its simulation'));
  await write(1n, { mutationFn: fail }).catch(() => {});
  await write(2n);
  expect(await told()).toEqual([{ amount: '2' }]);
});

it('[wallets 43] with two hooks, records arguments until the last one ends', async () => {
  const { hook, write, told } = await open();
  const [leave] = [hook(), hook()];
  leave?.();
  await write(3n);
  expect(await told()).toEqual([{ amount: '3' }]);
});
