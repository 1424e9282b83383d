// The language in which numbers, times and names of countries are written.

/**
 * The browser's language. `undefined`, which stands for the JavaScript engine's default, when that is no valid
 * language tag: browsers may report `C` or `en-US@posix`, from the environment that they were started in.
 */
export function language(): string | undefined {
  try {
    return Intl.getCanonicalLocales(navigator.language)[0];
  } catch {
    return undefined;
  }
}
