// Puts a wrapper in the place of one method of a provider, and takes it away without a trace.

export type Method = (...input: unknown[]) => unknown;

/** Answers the wrapper that takes the place of `method`. */
export type Wrap = (method: Method) => Method;

/** The descriptor of a property, from the object itself or from a prototype. */
const placeOf = (object: object | null, key: string): PropertyDescriptor | null | undefined =>
  object &&
  (Reflect.getOwnPropertyDescriptor(object, key) ?? placeOf(Reflect.getPrototypeOf(object), key));

/**
 * Wraps `provider[key]` in place, where its property allows it; answers how to undo it, or
 * undefined where nothing was wrapped. A frozen or read-only property is left alone, as is a
 * getter, which may answer another wallet's function next time. A Proxy around the provider is no
 * way out: it would break private fields and the invariants of properties that are not
 * configurable.
 */
export const wrapMethod = (provider: object, key: string, wrap: Wrap): (() => void) | undefined => {
  const own = Reflect.getOwnPropertyDescriptor(provider, key);
  // From the descriptor, not from a Proxy's `get`: the wrapper is put into the object behind the
  // Proxy, and a function that the Proxy answers would call it from there.
  const method: unknown = placeOf(provider, key)?.value;
  if (typeof method !== 'function' || (own && !own.writable)) return;
  const value = wrap(method as Method);
  // Not enumerable when the method was inherited, so that it stays out of the provider's keys.
  const place = { writable: true, configurable: true, ...own, value };
  if (!Reflect.defineProperty(provider, key, place)) return;

  const isOnTop = () => Reflect.getOwnPropertyDescriptor(provider, key)?.value === value;
  return () => {
    // Another library that wrapped after us holds on to our wrapper, which then only passes on.
    if (!isOnTop()) return;
    if (own) Reflect.defineProperty(provider, key, own);
    else Reflect.deleteProperty(provider, key);
    // MetaMask's provider says that it has deleted the property, and has not.
    if (isOnTop()) Reflect.set(provider, key, method);
  };
};
