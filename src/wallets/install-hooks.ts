// Puts hooks in place, each of which a wallet may refuse, and undoes them all at once.
import { attempt } from '../core/attempt.js';

export interface Hooks {
  /** How to undo each hook that is in place. */
  readonly undos: readonly (() => void)[];
  /**
   * Calls `hook`, which answers how to undo it. One that the wallet refuses is left out: it throws
   * (a strict Proxy, a frozen prototype), or answers undefined.
   */
  readonly install: (hook: () => (() => void) | undefined) => void;
  /** Undoes all, in the order in which they were installed. Never throws. */
  readonly uninstall: () => void;
}

export const createHooks = (): Hooks => {
  const undos: (() => void)[] = [];
  return {
    undos,
    install: (hook) => {
      const undo = attempt(hook);
      if (undo) undos.push(undo);
    },
    uninstall: () => {
      for (const undo of undos.splice(0)) attempt(undo);
    },
  };
};
