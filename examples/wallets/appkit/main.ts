// Reown AppKit: its wagmi adapter holds the config that the tracker watches.
import type { Plugin } from 'chaintrail';
import { wagmi } from 'chaintrail/wallets/wagmi';

/** What is used of `new WagmiAdapter({ projectId, networks })` of `@reown/appkit-adapter-wagmi`. */
export interface WagmiAdapter {
  readonly wagmiConfig: Parameters<typeof wagmi>[0];
}

export const appKitPlugins = ({ wagmiConfig }: WagmiAdapter): Plugin[] => [wagmi(wagmiConfig)];
