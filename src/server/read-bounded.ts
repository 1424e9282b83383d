// Reads the body of an answer of a server that is not ours.

/** @returns `undefined` when it is longer than `mostBytes`, without reading on */
export async function readBounded(
  response: Response,
  mostBytes: number,
): Promise<string | undefined> {
  if (response.body === null) return '';
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body) {
    size += part.length;
    if (size > mostBytes) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
