// Says what a library is doing, and finds it again when its wallet's provider is asked for the same.
import type { Action } from './actions.js';

/** Adds it to the `actions` under way, from which whoever ends it takes it away. */
export const startAction = (actions: Set<Action>, known: Omit<Action, 'find'>): Action => {
  const find: Action['find'] = (project, ...call) => {
    const same = [...actions].filter(
      (action) => action.project === project && action.matches(...call),
    );
    // Of two that look alike each has its own call; a call that is tried again comes after.
    const found = same.find(({ isSeenBelow }) => !isSeenBelow) || same[0];
    if (found) found.isSeenBelow = true;
    return found;
  };
  const action = { ...known, find };
  actions.add(action);
  return action;
};
