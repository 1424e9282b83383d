// How Node runs in the tests, where processes are many and short.

/**
 * WebAssembly as the first of V8's two compilers leaves it: the second one takes a second of CPU after each start of
 * PGlite, which a process that lives for seconds never gets back.
 */
export const SHORT_LIVED: readonly string[] = ['--liftoff-only'];

/** Since its release 25 Node has a `localStorage` of its own, which stands in the way of the one of happy-dom. */
export const WITHOUT_OWN_STORAGE: readonly string[] = process.allowedNodeEnvironmentFlags.has(
  '--experimental-webstorage',
)
  ? ['--no-experimental-webstorage']
  : [];
