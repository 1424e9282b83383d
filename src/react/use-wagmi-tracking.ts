// useWagmiTracking: what happens in the wagmi app around it, as the plugin `chaintrail/wallets/wagmi` tells it.
import { useContext, useEffect } from 'react';
import { warn } from '../browser/warn.js';
import { callApp } from '../core/plugins.js';
import { type WagmiOptions, wagmi } from '../wallets/wagmi.js';
import type { WagmiConfig } from '../wallets/wagmi-store.js';
import { TrackerContext } from './tracker-context.js';

/**
 * Records the connections, signatures and transactions of a wagmi app for as long as the component
 * is there: `useWagmiTracking(useConfig(), { queryClient: useQueryClient() })`. Only with a
 * provider that makes the tracker: one that the app makes itself takes `wagmi(config)` among its
 * plugins.
 *
 * @param config wagmi's, version 2 or 3
 * @param options read at first, and again only when `config` changes
 */
export const useWagmiTracking = (config: WagmiConfig, options?: WagmiOptions): void => {
  const { find } = useContext(TrackerContext);
  // biome-ignore lint/correctness/useExhaustiveDependencies: inline options are another object in each render
  useEffect(() => {
    if (!find) {
      return warn(
        'useWagmiTracking() did nothing: put wagmi(config) among the plugins of the tracker.',
      );
    }
    const { tracker, host } = find();
    if (!host) return;
    // An effect that throws, at its start or its cleanup, would unmount the app's whole tree.
    const dispose = callApp(() => wagmi(config, options).setup?.(tracker, host), host.fault);
    return dispose && (() => void callApp(dispose, host.fault));
  }, [find, config]);
};
