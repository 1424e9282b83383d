// Parses text that may not be JSON: half written, damaged, or of another program.

/** `undefined` when the text is not JSON. The caller checks the shape. */
export function parseJson<T>(text: string): T | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
