// Our own questions to a wallet: silent ones, each asked once, of which nothing of the app waits.
import type { Delays } from './delays.js';
import type { Guard } from './guard.js';
import { isScalar, type Provider, read } from './provider.js';
import type { ProviderHub } from './provider-hub.js';

/** A wallet that does not answer by then is not waited for. Milliseconds. */
const ANSWER_TIMEOUT_MS = 1_000;

export interface AskOptions {
  readonly provider: Provider;
  readonly hub: ProviderHub;
  readonly delays: Delays;
  readonly guard: Guard;
}

/** `known` is the property of the provider that may say the same without a question. */
export type Ask = (method: string, known: string, onAnswer: (answer?: unknown) => void) => void;

export const createAsk =
  ({ provider, hub, delays, guard }: AskOptions): Ask =>
  (method, known, onAnswer) => {
    const value = read(provider, known);
    const tell = guard(onAnswer);
    // Wallets set it to an empty text, or 0, as long as they do not know.
    if (value && isScalar(value)) return tell(value);
    const inTime = delays.after(ANSWER_TIMEOUT_MS, tell);
    hub.ask(method, (answer) => {
      if (inTime()) tell(answer);
    });
  };
