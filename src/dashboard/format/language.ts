// In which language numbers and times are written.

/**
 * The browser's language, for numbers and times. `undefined`, the engine's own, where the browser names none
 * that is one: `C` or `en-US@posix`, after the environment that it was started in.
 */
export function language(): string | undefined {
  try {
    return Intl.getCanonicalLocales(navigator.language)[0];
  } catch {
    return undefined;
  }
}
