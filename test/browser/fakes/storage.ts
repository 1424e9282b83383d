// localStorage with a quota, shared by the pages of an origin.

/** Keys are own enumerable properties, as in a browser. */
export const createFakeStorage = (quotaCharacters = Number.POSITIVE_INFINITY): Storage => {
  const values: Record<string, string> = {};
  const used = () => Object.entries(values).reduce((sum, [k, v]) => sum + k.length + v.length, 0);
  const methods = {
    getItem: (key: string) => values[key] ?? null,
    setItem: (key: string, value: string) => {
      const grows =
        value.length + key.length - (key in values ? key.length + (values[key] ?? '').length : 0);
      if (used() + grows > quotaCharacters) {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      }
      values[key] = value;
    },
    removeItem: (key: string) => {
      delete values[key];
    },
  };
  return new Proxy(values, {
    get: (_, key) => Reflect.get(methods, key) ?? Reflect.get(values, key),
  }) as unknown as Storage;
};
