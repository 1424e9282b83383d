// An object that all copies of this code on one page share.

/**
 * The object that the page keeps under `key`: that of the first copy, which may be `own`. Also
 * `own` where the global object is frozen.
 */
export const pageWide = <T extends object>(key: symbol, own: T, page: object = globalThis): T => {
  const found: unknown = Reflect.get(page, key);
  if (found instanceof own.constructor) return found as T;
  Reflect.set(page, key, own);
  return own;
};
