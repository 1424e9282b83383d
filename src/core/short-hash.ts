// A short hash for names and choices, not for secrets: FNV-1a, 32 bits (http://www.isthe.com/chongo/tech/comp/fnv/).

/** From 0 to 2^32 - 1. */
export const hash32 = (text: string): number => {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
};

/** At most seven letters and digits. */
export const shortHash = (text: string): string => hash32(text).toString(36);
