// Runs the actions of buttons, such as saving, one at a time, and keeps their error.
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { leaveIfKeyEnded, SessionContext } from './session.js';

export interface Work {
  readonly isRunning: boolean;
  readonly error?: unknown;
  /**
   * Does nothing while another action runs. Buttons stay enabled meanwhile, or they would lose the focus.
   *
   * @param run returns what to do at the end; that is skipped when the part was removed meanwhile
   */
  start(run: () => Promise<() => void>): void;
  /** Ignores the outcome of the action that runs, as if the part had been removed. */
  drop(): void;
}

interface State {
  readonly isRunning: boolean;
  readonly error?: unknown;
}

export function useWork(): Work {
  const signOut = useContext(SessionContext)?.signOut;
  const [state, setState] = useState<State>({ isRunning: false });
  const current = useRef<object | undefined>(undefined);
  // A layout effect is cleaned up at once when the part is removed: an action that ends right then is ignored too.
  useLayoutEffect(
    () => () => {
      current.current = undefined;
    },
    [],
  );
  const start = (run: () => Promise<() => void>) => {
    if (current.current !== undefined) return;
    const turn = {};
    current.current = turn;
    setState({ isRunning: true });
    const end = (settle: () => void) => {
      if (current.current !== turn) return;
      current.current = undefined;
      settle();
    };
    run().then(
      (done) =>
        end(() => {
          setState({ isRunning: false });
          done();
        }),
      (error) =>
        end(() => {
          setState({ isRunning: false, error });
          leaveIfKeyEnded(error, signOut);
        }),
    );
  };
  const drop = () => {
    current.current = undefined;
    setState({ isRunning: false });
  };
  return { ...state, start, drop };
}
