// Reads a part of an address as it was meant.

/** `undefined` for a % that is not followed by the digits of a character. */
export const decodePart = (part: string): string | undefined => {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
};
