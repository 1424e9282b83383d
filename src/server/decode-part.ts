// Percent-decodes a part of a URL.

/** `undefined` when a % is not followed by valid hexadecimal digits, where `decodeURIComponent` throws. */
export const decodePart = (part: string): string | undefined => {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
};
