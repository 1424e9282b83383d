// Keys travel in a header: what of them it cannot carry.

/**
 * The first such sign of a key, as where that was shown cut or with typographic quotes. Undefined: all of
 * it can be sent; else `fetch` would tell of byte strings.
 */
export const foreignSign = (key: string): string | undefined => /[^!-~]/u.exec(key)?.[0];
