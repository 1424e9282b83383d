// Names the functions that wagmi's `writeContract` calls, read from React Query's mutations.
import type { PluginHost } from '../core/tracker-types.js';
import type { Action } from './actions.js';
import { describeWrite, selectorOf } from './describe-write.js';
import type { Guard } from './guard.js';
import { matchAction } from './match-action.js';
import { isObject, read } from './provider.js';
import { startAction } from './start-action.js';

/** The part of React Query's client that is used. */
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
      // With the selector, since two writes to one contract may reach the wallet in any order.
      const call = { to: read(write, 'address'), data: selectorOf(write) };
      const matches = matchAction('eth_sendTransaction', [call]);
      if (!matches) return;
      // Only adds the names: what is recorded is the provider's call.
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
    // Nobody hears any more how they end, and a later write must not be taken for one of them.
    for (const action of underWay.values()) actions.delete(action);
  };
};
