// Runs what may throw where that is no fault: a browser denies, a wallet refuses, a stored text is none of ours.

/** Undefined when `run` throws. */
export const attempt = <T>(run: () => T): T | undefined => {
  try {
    return run();
  } catch {
    return undefined;
  }
};
