// Runs what a button is for, one at a time, and says how it went.
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { leaveIfKeyEnded, SessionContext } from './session.js';

export interface Work {
  readonly isRunning: boolean;
  readonly error?: unknown;
  /**
   * Nothing while another one runs: its button stays where the focus is, and can be pressed.
   *
   * @param run answers what is to be done once it is over, if that still matters to the part
   */
  start(run: () => Promise<() => void>): void;
  /** What runs no longer matters, as if the part was gone. */
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
  // With the part, and not once the page was drawn without it: what ends in between comes too late, too.
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
