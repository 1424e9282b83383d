// Flags for Node in the tests, where processes are many and short-lived.

/**
 * Compiles WebAssembly by the first of V8's two compilers only. The second one takes a second of CPU after each
 * start of PGlite, which does not pay off in a process that lives for seconds.
 */
export const SHORT_LIVED: readonly string[] = ['--liftoff-only'];

/** Node 25 and later have a `localStorage` of their own, which hides the one of happy-dom. */
export const WITHOUT_OWN_STORAGE: readonly string[] = process.allowedNodeEnvironmentFlags.has(
  '--experimental-webstorage',
)
  ? ['--no-experimental-webstorage']
  : [];
