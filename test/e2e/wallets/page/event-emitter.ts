// Node's `events` for the page, as far as MetaMask's provider and its streams use it.

type Listener = ((...input: unknown[]) => void) & { readonly listener?: Listener };

interface Target {
  /** One listener, or several: MetaMask's own `emit` reads this property. */
  _events?: Record<string, Listener | Listener[] | undefined>;
}

const listOf = (target: Target, name: string): readonly Listener[] => {
  const known = target._events?.[name] ?? [];
  return typeof known === 'function' ? [known] : known;
};

const setList = (target: Target, name: string, listeners: readonly Listener[]) => {
  target._events ??= {};
  if (listeners.length === 0) delete target._events[name];
  else target._events[name] = [...listeners];
};

const methods = {
  on(this: Target, name: string, listener: Listener) {
    setList(this, name, [...listOf(this, name), listener]);
    return this;
  },
  prependListener(this: Target, name: string, listener: Listener) {
    setList(this, name, [listener, ...listOf(this, name)]);
    return this;
  },
  once(this: Target, name: string, listener: Listener) {
    const run: Listener = Object.assign(
      (...input: unknown[]) => {
        methods.removeListener.call(this, name, run);
        Reflect.apply(listener, this, input);
      },
      { listener },
    );
    return methods.on.call(this, name, run);
  },
  removeListener(this: Target, name: string, listener: Listener) {
    const known = listOf(this, name);
    const index = known.findLastIndex((own) => own === listener || own.listener === listener);
    if (index >= 0) setList(this, name, known.toSpliced(index, 1));
    return this;
  },
  removeAllListeners(this: Target, name?: string) {
    if (name === undefined) this._events = {};
    else setList(this, name, []);
    return this;
  },
  emit(this: Target, name: string, ...input: unknown[]) {
    const listeners = listOf(this, name);
    if (name === 'error' && listeners.length === 0) throw input[0];
    for (const listener of listeners) Reflect.apply(listener, this, input);
    return listeners.length > 0;
  },
  listeners(this: Target, name: string) {
    return listOf(this, name);
  },
  listenerCount(this: Target, name: string) {
    return listOf(this, name).length;
  },
  setMaxListeners(this: Target) {
    return this;
  },
};

/**
 * Called with `new`, without it (by the streams) and by `extends`, so it is neither an arrow
 * function nor a class.
 */
export const EventEmitter = Object.assign(function emitter() {}, {
  prototype: { ...methods, addListener: methods.on, off: methods.removeListener },
});
