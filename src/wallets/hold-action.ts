// Tells of what an app does through a library, unless its wallet's provider is heard to do it.
import type { Hold } from './actions.js';
import type { Delays } from './delays.js';
import { matchAction } from './match-action.js';
import { startAction } from './start-action.js';
import type { Begin } from './watch-call.js';

/** How long a library may prepare (fees, nonce) before it turns to the wallet. Milliseconds. */
const HOLD_MS = 1_000;

export const createHold =
  (delays: Delays): Hold =>
  (actions, observer) =>
  (method, params, more) => {
    const matches = matchAction(method, params);
    if (!matches) return observer.onCall(method, params, more);
    const { project } = observer;
    const action = startAction(actions, { project, matches, more, isTold: false });
    let settle: ReturnType<Begin>;
    const tell = () => {
      if (action.isSeenBelow) return;
      action.isTold = true;
      settle = observer.onCall(method, params, more);
    };
    const isHeld = delays.after(HOLD_MS, tell);
    return (value, isError) => {
      if (isHeld()) tell();
      actions.delete(action);
      settle?.(value, isError);
    };
  };
