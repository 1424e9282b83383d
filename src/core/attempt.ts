// Runs code whose exceptions are expected: storage that the browser denies, a wallet that refuses,
// stored text that another script wrote.

/** Answers what `run` returns, or undefined when it throws. */
export const attempt = <T>(run: () => T): T | undefined => {
  try {
    return run();
  } catch {
    return undefined;
  }
};
