// Runs a function once, such as one that reads a file of the build.

/** Runs the function at the first call only; a failed run is repeated at the next call. */
export function once<T>(run: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= run().catch((error) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}
