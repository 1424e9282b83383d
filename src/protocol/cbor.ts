// Reads texts, lists and maps out of CBOR (RFC 8949), as far as builder codes use it.

const MAX_DEPTH = 8;

/**
 * @returns maps as Map, lists as arrays, texts as strings, whole numbers as numbers, all else as
 * `undefined`; `undefined` as well for what is malformed, of unknown length or nested deeply
 */
export function readCbor(bytes: Uint8Array): unknown {
  try {
    const { value, end } = readItem(bytes, 0, 0);
    return end === bytes.length ? value : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

interface Item {
  readonly value: unknown;
  /** Where the next item begins. */
  readonly end: number;
}

function readItem(bytes: Uint8Array, start: number, depth: number): Item {
  if (depth > MAX_DEPTH) throw new RangeError('Nested too deeply.');
  const { kind, amount, end } = readHead(bytes, start);
  if (kind === 0) return { value: amount, end };
  if (kind === 1) return { value: -1 - amount, end };
  if (kind === 2) return { value: undefined, end: jump(bytes, end, amount) };
  if (kind === 3) {
    const after = jump(bytes, end, amount);
    // Each byte is taken as a character: builder codes are valid only in ASCII, where that is the
    // same.
    return { value: String.fromCharCode(...bytes.subarray(end, after)), end: after };
  }
  if (kind === 4) return readItems(bytes, { start: end, count: amount, depth });
  if (kind === 5) {
    const items = readItems(bytes, { start: end, count: amount * 2, depth });
    const map = new Map<unknown, unknown>();
    for (let at = 0; at < items.value.length; at += 2) {
      map.set(items.value[at], items.value[at + 1]);
    }
    return { value: map, end: items.end };
  }
  // A tag (kind 6) belongs to the item that follows; kind 7, such as true or a float, has only its
  // head.
  return kind === 6 ? readItem(bytes, end, depth + 1) : { value: undefined, end };
}

function readItems(
  bytes: Uint8Array,
  { start, count, depth }: { start: number; count: number; depth: number },
): { readonly value: readonly unknown[]; readonly end: number } {
  const value: unknown[] = [];
  let end = start;
  // A wrong count does no harm: each item takes at least one byte, so the bytes run out before
  // memory does.
  while (value.length < count) {
    const item = readItem(bytes, end, depth + 1);
    value.push(item.value);
    end = item.end;
  }
  return { value, end };
}

function readHead(bytes: Uint8Array, start: number) {
  const first = bytes[start];
  if (first === undefined) throw new RangeError('Ends in the middle.');
  const [kind, info] = [first >> 5, first & 31];
  if (info < 24) return { kind, amount: info, end: start + 1 };
  if (info > 27) throw new RangeError('Has an unknown length.');
  const end = jump(bytes, start + 1, 2 ** (info - 24));
  let amount = 0;
  for (let at = start + 1; at < end; at++) amount = amount * 256 + (bytes[at] ?? 0);
  return { kind, amount, end };
}

function jump(bytes: Uint8Array, from: number, length: number): number {
  if (length > bytes.length - from) throw new RangeError('Ends in the middle.');
  return from + length;
}
