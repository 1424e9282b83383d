// Reads the body of a foreign server's answer, up to a limit.

/** @returns `undefined` as soon as the body is longer than `mostBytes`; the rest is not read */
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
