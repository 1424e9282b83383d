// Runs what a button is for, one at a time, and says how it went.
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { leaveIfKeyEnded, SessionContext } from './session.js';

export interface Work {
  readonly isRunning: boolean;
  readonly error?: unknown;
  /** @param run answers what is to be done once it is over, if that still matters to the part */
  start(run: () => Promise<() => void>): void;
}

interface State {
  readonly isRunning: boolean;
  readonly error?: unknown;
}

/** A new start takes the place of the one before. */
export function useWork(): Work {
  const signOut = useContext(SessionContext)?.signOut;
  const [state, setState] = useState<State>({ isRunning: false });
  const current = useRef<object | undefined>(undefined);
  useEffect(
    () => () => {
      current.current = undefined;
    },
    [],
  );
  const start = (run: () => Promise<() => void>) => {
    const turn = {};
    current.current = turn;
    setState({ isRunning: true });
    const end = (settle: () => void) => {
      if (current.current === turn) settle();
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
  return { ...state, start };
}
