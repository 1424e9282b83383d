// What all copies of this code on a page have in common.

/** What the page keeps under `key`: `own`, unless another copy was first; `own` also where the page takes nothing more. */
export const pageWide = <T extends object>(key: symbol, own: T, page: object = globalThis): T => {
  const found: unknown = Reflect.get(page, key);
  if (found instanceof own.constructor) return found as T;
  Reflect.set(page, key, own);
  return own;
};
