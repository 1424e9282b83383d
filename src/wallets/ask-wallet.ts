// Our own requests to a wallet: they open no prompt, and nothing of the app waits for them.
import type { Delays } from './delays.js';
import type { Guard } from './guard.js';
import { isScalar, type Provider, read } from './provider.js';
import type { ProviderHub } from './provider-hub.js';

/** How long to wait for a wallet's answer. Milliseconds. */
const ANSWER_TIMEOUT_MS = 1_000;

export interface AskOptions {
  readonly provider: Provider;
  readonly hub: ProviderHub;
  readonly delays: Delays;
  readonly guard: Guard;
}

/**
 * `known` names the provider's property that may have the answer without a request. `onAnswer` gets
 * undefined when no answer comes in time.
 */
export type Ask = (method: string, known: string, onAnswer: (answer?: unknown) => void) => void;

export const createAsk =
  ({ provider, hub, delays, guard }: AskOptions): Ask =>
  (method, known, onAnswer) => {
    const value = read(provider, known);
    const tell = guard(onAnswer);
    // Wallets set the property to an empty text, or 0, while they do not know the value.
    if (value && isScalar(value)) return tell(value);
    const inTime = delays.after(ANSWER_TIMEOUT_MS, tell);
    hub.ask(method, (answer) => {
      if (inTime()) tell(answer);
    });
  };
