// Names the functions that wagmi's `writeContract` calls, read from React Query's mutations.
import type { PluginHost } from '../core/tracker-types.js';
import type { Action } from './actions.js';
import { describeWrite, selectorOf, type Write } from './describe-write.js';
import type { Guard } from './guard.js';
import { matchAction } from './match-action.js';
import { startAction } from './start-action.js';

/** The part of a change in React Query's cache of mutations that is used. */
interface MutationEvent {
  readonly mutation?: {
    readonly options: { readonly mutationKey?: readonly unknown[] };
    readonly state: { readonly status: string; readonly variables?: Write };
  };
}

/** The part of React Query's client that is used. */
export interface WagmiQueryClient {
  getMutationCache(): { subscribe(listener: (event: never) => void): () => void };
}

export const watchWrites = (
  client: WagmiQueryClient,
  { host, guard, actions }: { host: PluginHost; guard: Guard; actions: Set<Action> },
): (() => void) => {
  const underWay = new Map<object, Action>();
  const onMutation = guard(({ mutation }: MutationEvent) => {
    if (!mutation || !/^writeContract/.test(`${mutation.options.mutationKey}`)) return;
    const { status, variables } = mutation.state;
    const known = underWay.get(mutation);
    if (status !== 'pending') {
      underWay.delete(mutation);
      if (known) actions.delete(known);
    } else if (!known && variables) {
      // With the selector, since two writes to one contract may reach the wallet in any order.
      const call = { to: variables.address, data: selectorOf(variables) };
      const matches = matchAction('eth_sendTransaction', [call]);
      if (!matches) return;
      // Only adds the names: what is recorded is the provider's call.
      const action = startAction(actions, {
        more: describeWrite(variables),
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
