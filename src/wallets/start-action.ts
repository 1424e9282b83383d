// Registers what a library is doing, and finds it again when its wallet's provider gets the same
// request.
import type { Action } from './actions.js';

/** Adds the action to the `actions` in progress; whoever ends it removes it. */
export const startAction = (actions: Set<Action>, known: Omit<Action, 'find'>): Action => {
  const find: Action['find'] = (project, ...call) => {
    const same = [...actions].filter(
      (action) => action.project === project && action.matches(...call),
    );
    // Each of two equal actions gets a provider's call of its own; a call that is tried again
    // belongs to the first.
    const found = same.find(({ isSeenBelow }) => !isSeenBelow) || same[0];
    if (found) found.isSeenBelow = true;
    return found;
  };
  const action = { ...known, find };
  actions.add(action);
  return action;
};
