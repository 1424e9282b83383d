// Puts hooks in place, each of which a wallet may refuse, and undoes them.
import { attempt } from '../core/attempt.js';

/** How to undo each hook that is in place. */
export type Undos = (() => void)[];

/**
 * Calls `hook`, which answers how to undo it. One that the wallet refuses is left out: it throws (a
 * strict Proxy, a frozen prototype), or answers undefined.
 */
export const install = (undos: Undos, hook: () => (() => void) | undefined) => {
  const undo = attempt(hook);
  if (undo) undos.push(undo);
};

/** Undoes all, in the order in which they were installed. Never throws. */
export const uninstall = (undos: Undos) => {
  for (const undo of undos.splice(0)) attempt(undo);
};
