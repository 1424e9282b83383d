// Our own requests to a wallet's node, which may come long after the app's call.
import type { Clock } from '../core/ports.js';
import type { ProviderHub } from './provider-hub.js';

/** How long to wait for a node's answer. Milliseconds. */
const NODE_TIMEOUT_MS = 10_000;

/** Asks the wallet after the app's own call; undefined stands for no answer in time. Never rejects. */
export type AskLater = (method: string, params?: readonly unknown[]) => Promise<unknown>;

/** Asks a wallet's node, with a timeout for each request. */
export const createAskLater =
  (hub: ProviderHub, clock: Clock): AskLater =>
  (method, params) =>
    new Promise((resolve) => {
      const cancel = clock.after(NODE_TIMEOUT_MS, () => resolve(undefined));
      const onAnswer = (answer?: unknown) => {
        cancel();
        resolve(answer);
      };
      hub.ask(method, onAnswer, params);
    });
