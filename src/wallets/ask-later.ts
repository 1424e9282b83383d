// Our own questions to a wallet's node, long after what the app did.
import type { Clock } from '../core/ports.js';
import type { ProviderHub } from './provider-hub.js';

/** A node that does not answer by then is not waited for. Milliseconds. */
const NODE_TIMEOUT_MS = 10_000;

/** Asks the wallet after the app's own call; undefined stands for no answer in time. Never rejects. */
export type AskLater = (method: string, params?: readonly unknown[]) => Promise<unknown>;

/** Asks a wallet's node, each question within its time. */
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
