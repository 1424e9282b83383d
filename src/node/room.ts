// Lets callers wait for room: the promise of a call resolves when what is kept is below its bound
// again.
import type { Acceptance } from './server-tracker-types.js';

/** From this part of the bound on, callers wait under the policy `await`. */
export const BUSY_FROM = 0.75;

export interface Room {
  /** Whether callers have to wait. */
  isBusy(): boolean;
  /** Resolves with `acceptance` when there is room. */
  wait(acceptance: Acceptance): Promise<Acceptance>;
  /** Resumes the callers if there is room. */
  check(): void;
  /** Resumes all callers: there will be no more room. */
  end(): void;
}

export interface RoomOptions {
  readonly isBusy: () => boolean;
  /** Keeps the process alive while somebody waits, until the function that it answers is called. */
  readonly hold: () => () => void;
  /** Called when somebody begins to wait, so that room is made. */
  readonly onWait: () => void;
}

export const createRoom = ({ isBusy, hold, onWait }: RoomOptions): Room => {
  const waiting: (() => void)[] = [];
  let letGo: (() => void) | undefined;
  const resumeAll = () => {
    for (const resume of waiting.splice(0)) resume();
    letGo?.();
    letGo = undefined;
  };
  return {
    isBusy,
    wait: (acceptance) => {
      letGo ??= hold();
      onWait();
      return new Promise((resolve) => waiting.push(() => resolve(acceptance)));
    },
    check: () => {
      if (waiting.length > 0 && !isBusy()) resumeAll();
    },
    end: resumeAll,
  };
};
