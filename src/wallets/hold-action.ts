// Records what an app does through a library, unless the library's request is seen on the wallet's
// provider.
import type { Action, Hold } from './actions.js';
import type { Delays } from './delays.js';
import { matchAction } from './match-action.js';
import { isSigned, readFirstCall, readTransaction } from './read-transaction.js';
import { startAction } from './start-action.js';
import type { Begin } from './watch-call.js';

/** How long a library may prepare (fees, nonce) before it turns to the wallet. Milliseconds. */
const HOLD_MS = 1_000;

export const createHold =
  (delays: Delays): Hold =>
  (actions, observer) =>
  (method, params, given, isPassedOn) => {
    const isSame = matchAction(method, params);
    if (!isSame) return observer.onCall(method, params, given);
    const { project } = observer;
    const [anyAction] = actions;
    // When another library calls this one, the action is recorded once: by the upper one's plugin,
    // if it has recorded it already (as with a signed transaction), otherwise here.
    const above = isPassedOn ? anyAction?.find(project, method, params, delays) : undefined;
    if (above?.isTold) return undefined;
    const more = { ...above?.more, ...given };
    const matches: Action['matches'] = (below, belowParams, by) => {
      if (by === delays) return false;
      if (!isSigned(below)) return isSame(below, belowParams);
      // A signed transaction contains the recipient, or the code of a new contract, byte for byte.
      const part = readFirstCall(params).replace(/^(undefined .* )?(0x)?(\w*).*/, '$3');
      const isFound = readTransaction(method, params) && readFirstCall(belowParams).includes(part);
      // Signed with the app's own key, it does not belong to the wallet whose node gets it: it is
      // recorded here.
      if (isFound && !action.isSeenBelow) action.isTold ||= !isSigned(method);
      return isFound;
    };
    const action = startAction(actions, { matches, more, project });
    let settle: ReturnType<Begin>;
    const tell = () => {
      if (action.isSeenBelow && !action.isTold) return;
      action.isTold = true;
      // Ends here: an open prompt must not keep the connections of other wallets from being
      // recorded.
      if (isSame('eth_requestAccounts', params)) actions.delete(action);
      settle = observer.onCall(method, params, more);
    };
    const isHeld = delays.after(HOLD_MS, tell);
    return (value, isError) => {
      if (isHeld()) tell();
      actions.delete(action);
      settle?.(value, isError);
    };
  };
