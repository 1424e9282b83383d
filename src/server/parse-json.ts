// Reads JSON that may be none: half written, damaged, or somebody else's.

/** Undefined for a text that is no JSON. Its shape is the caller's to check. */
export function parseJson<T>(text: string): T | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
