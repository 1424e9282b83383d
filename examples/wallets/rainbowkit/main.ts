// RainbowKit and ConnectKit: both hand out a wagmi config, and that is all the tracker needs.
import type { Plugin } from 'chaintrail';
import { type WagmiOptions, wagmi } from 'chaintrail/wallets/wagmi';

/** RainbowKit's `getDefaultConfig(...)`, or wagmi's `createConfig(getDefaultConfig(...))` of ConnectKit. */
type Config = Parameters<typeof wagmi>[0];

/** @param queryClient the one of `<QueryClientProvider>`: it knows which function a contract write calls */
export const kitPlugins = (config: Config, queryClient: WagmiOptions['queryClient']): Plugin[] => [
  wagmi(config, { queryClient }),
];
