// Some answers come bare in one release and as `{ isSuccess, data }` in another (decisions N-13, N-24).

/** The resource, whichever way it came. */
export function unwrapped<T extends object>(answer: T | { isSuccess: boolean; data: T }): T {
  return 'isSuccess' in answer && 'data' in answer ? (answer.data as T) : (answer as T);
}
