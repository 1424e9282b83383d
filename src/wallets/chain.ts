// The chain that a wallet is on, and what waits until it is known.
import { readChainId } from '../core/chain-id.js';
import type { WalletRef } from '../core/tracker-types.js';

export interface Chain {
  readonly id: () => WalletRef['chainId'];
  /** Takes a chain from the wallet's event, or (`isEvent` false) from an answer. */
  readonly set: (chain: unknown, isEvent: boolean) => void;
  /**
   * Asks the wallet for its chain, unless that is known, at the time that `plan` chooses (default:
   * now). `emit` waits until the answer comes, or until the time for it is over.
   */
  readonly require: (plan?: (ask: () => void) => void) => void;
  /** Whether the chain was asked for and is not known yet, so that `emit` waits. */
  readonly isAsked: () => boolean;
  /** Calls `run` now, or, while the chain is not known yet, after what waits already. */
  readonly emit: (run: () => void) => void;
}

export interface ChainOptions {
  /** Asks the wallet without a prompt; the answer is undefined when none comes in time. */
  readonly ask: (onAnswer: (chain: unknown) => void) => void;
  /** The wallet changed from one chain, known or unknown, to another. */
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
          // When nothing waits any more, the wallet's event has told the chain meanwhile: that is
          // newer.
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
