// Puts a wrapper in the place of one method of a provider, and takes it away without a trace.

export type Method = (...input: unknown[]) => unknown;

/** Answers what stands in the place of `method`. */
export type Wrap = (method: Method) => Method;

/** How an object, or what it inherits from, has a property. */
const placeOf = (object: object | null, key: string): PropertyDescriptor | null | undefined =>
  object &&
  (Reflect.getOwnPropertyDescriptor(object, key) ?? placeOf(Reflect.getPrototypeOf(object), key));

/**
 * Wraps `provider[key]` in place, where its property allows it; answers how to undo it, or undefined
 * where nothing was wrapped. What is frozen, read-only or a getter, which may answer another wallet's
 * next time, is left alone: a Proxy around the provider would break its private fields and the
 * invariants of what is not configurable.
 */
export const wrapMethod = (provider: object, key: string, wrap: Wrap): (() => void) | undefined => {
  const own = Reflect.getOwnPropertyDescriptor(provider, key);
  // Not as a Proxy answers it: the wrapper lands in the object behind that, where its answer calls it.
  const method: unknown = placeOf(provider, key)?.value;
  if (typeof method !== 'function' || (own && !own.writable)) return;
  const value = wrap(method as Method);
  // An inherited method stays out of the provider's keys.
  const place = { writable: true, configurable: true, ...own, value };
  if (!Reflect.defineProperty(provider, key, place)) return;

  const isOnTop = () => Reflect.getOwnPropertyDescriptor(provider, key)?.value === value;
  return () => {
    // Another library that wrapped after us holds on to our wrapper, which then only passes on.
    if (!isOnTop()) return;
    if (own) Reflect.defineProperty(provider, key, own);
    else Reflect.deleteProperty(provider, key);
    // MetaMask's provider answers that it deletes, and does not.
    if (isOnTop()) Reflect.set(provider, key, method);
  };
};
