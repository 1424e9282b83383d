// Names the functions that wagmi's `writeContract` calls, as React Query's mutations tell of them.
import type { PluginHost } from '../core/tracker-types.js';
import type { Action } from './actions.js';
import { describeWrite, selectorOf } from './describe-write.js';
import type { Guard } from './guard.js';
import { matchAction } from './match-action.js';
import { isObject, read } from './provider.js';
import { startAction } from './start-action.js';

/** What is used of React Query's client. */
export interface WagmiQueryClient {
  getMutationCache(): { subscribe(listener: (event: unknown) => void): () => void };
}

export const watchWrites = (
  client: WagmiQueryClient,
  { host, guard, actions }: { host: PluginHost; guard: Guard; actions: Set<Action> },
): (() => void) => {
  const underWay = new Map<object, Action>();
  const onMutation = guard((event: unknown) => {
    const mutation = read(event, 'mutation');
    const key = read(read(read(mutation, 'options'), 'mutationKey'), 0);
    if (!isObject(mutation) || !String(key).startsWith('writeContract')) return;
    const state = read(mutation, 'state');
    const known = underWay.get(mutation);
    if (read(state, 'status') !== 'pending') {
      underWay.delete(mutation);
      if (known) actions.delete(known);
    } else if (!known) {
      const write = read(state, 'variables');
      // Two writes to one contract reach the wallet in any order.
      const call = { to: read(write, 'address'), data: selectorOf(write) };
      const matches = matchAction('eth_sendTransaction', [call]);
      if (!matches) return;
      // Only a hint: the provider's call is what is told.
      const action = startAction(actions, {
        more: describeWrite(write),
        matches,
        project: host.writeKey(),
      });
      underWay.set(mutation, action);
    }
  });
  const stop = client.getMutationCache().subscribe(onMutation);
  return () => {
    stop();
    // Nobody hears how they end, and a later write is none of them.
    for (const action of underWay.values()) actions.delete(action);
  };
};
