// Says what a library is doing, and finds it again when its wallet's provider is asked for the same.
import type { Action } from './actions.js';

const findAction = (
  actions: ReadonlySet<Action>,
  ...[project, method, params, by]: Parameters<Action['find']>
): Action | undefined => {
  const same = [...actions].filter(
    (action) =>
      action.project === project && action.matches(method, params) && !(by && action.by === by),
  );
  // Of two that look alike each has its own call; a call that is tried again comes after.
  const action = same.find(({ isSeenBelow }) => !isSeenBelow) ?? same[0];
  if (action) action.isSeenBelow = true;
  return action;
};

/** Adds it to the `actions` under way, from which whoever ends it takes it away. */
export const startAction = (
  actions: Set<Action>,
  known: Omit<Action, 'find' | 'isSeenBelow'>,
): Action => {
  const find: Action['find'] = (...call) => findAction(actions, ...call);
  const action = { ...known, find, isSeenBelow: false };
  actions.add(action);
  return action;
};
