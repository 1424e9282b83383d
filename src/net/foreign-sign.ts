// Finds characters in a key that an HTTP header cannot carry.

/**
 * The first character of a key that is not printable ASCII, as when the key was copied with an
 * ellipsis or typographic quotes; undefined when there is none. Checked first, because `fetch`
 * would fail with an unclear error about byte strings.
 */
export const foreignSign = (key: string): string | undefined => /[^!-~]/u.exec(key)?.[0];
