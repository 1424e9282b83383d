// The chain that a wallet is on, and what waits until it is known.
import { readChainId } from '../core/chain-id.js';
import type { WalletRef } from '../core/tracker-types.js';

export interface Chain {
  readonly id: () => WalletRef['chainId'];
  /** Takes a chain from the wallet's event, or (`isEvent` false) from an answer. */
  readonly set: (chain: unknown, isEvent: boolean) => void;
  /**
   * Asks for the chain unless it is known, as soon as `plan` (default: now) runs what it is given; until
   * it is known, or the wallet keeps silent, `emit` waits.
   */
  readonly require: (plan?: (ask: () => void) => void) => void;
  /** It is not known yet, and what `emit` was given waits. */
  readonly isAsked: () => boolean;
  /** Runs now, or after what waits already. */
  readonly emit: (run: () => void) => void;
}

export interface ChainOptions {
  /** Asks the wallet, in silence; undefined when it does not say in time. */
  readonly ask: (onAnswer: (chain: unknown) => void) => void;
  /** The wallet went from a chain, known or not, to another. */
  readonly onChange: () => void;
}

export const createChain = ({ ask, onChange }: ChainOptions): Chain => {
  let id: WalletRef['chainId'];
  let waiting: (() => void)[] | undefined;

  const endWaiting = () => {
    const late = waiting ?? [];
    waiting = undefined;
    for (const run of late) run();
  };
  const set: Chain['set'] = (chain, isEvent) => {
    const next = readChainId(chain);
    if (next === undefined || next === id) return;
    const isChange = id !== undefined || (isEvent && !waiting);
    id = next;
    endWaiting();
    if (isChange) onChange();
  };
  return {
    id: () => id,
    set,
    require: (plan = (run) => run()) => {
      if (id !== undefined || waiting) return;
      waiting = [];
      plan(() =>
        ask((chain) => {
          // What came meanwhile is newer.
          if (waiting) set(chain, false);
          endWaiting();
        }),
      );
    },
    isAsked: () => !!waiting,
    emit: (run) => {
      if (waiting) waiting.push(run);
      else run();
    },
  };
};
