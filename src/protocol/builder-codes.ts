// The apps that a transaction came through: the builder codes at the end of its calldata
// (ERC-8021).
import { readCbor } from './cbor.js';

/**
 * The end of marked calldata, after the schema's data and the schema's number
 * (https://github.com/ethereum/ERCs/pull/1209).
 */
const MARKER = '80218021802180218021802180218021';
const MAX_CODES = 32;
const MAX_CODE_LENGTH = 64;
const CODE = /^[\x21-\x2b\x2d-\x7e]+$/;

/** The suffix that was found at the end of calldata. */
interface Suffix {
  readonly codes: readonly unknown[];
  /** Index of its first character in the calldata. */
  readonly start: number;
}

/** The valid builder codes, each once. */
export const tidyBuilderCodes = (codes: readonly unknown[]): readonly string[] => {
  const kept = new Set<string>();
  for (const code of codes.slice(0, MAX_CODES)) {
    const text = typeof code === 'string' ? code.trim() : '';
    if (text.length <= MAX_CODE_LENGTH && CODE.test(text)) kept.add(text);
  }
  return [...kept];
};

/** Splits codes at commas, but makes no more of them than are kept, however long the text is. */
export const splitBuilderCodes = (codes: string): readonly string[] => codes.split(',', MAX_CODES);

/** Reads bytes that end before `place`; the last `size` bytes before it hold how many they are. */
const readBefore = (calldata: string, place: number, size: number) => {
  const end = place - 2 * size;
  const digits = calldata.slice(end, place);
  const start = end - 2 * Number.parseInt(digits, 16);
  const hex = calldata.slice(start, end);
  // The first two characters of calldata are `0x`.
  if (!(start >= 2) || !/^[0-9a-f]+$/i.test(digits + hex)) return undefined;
  const bytes = (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  return { bytes: Uint8Array.from(bytes), start };
};

/** The codes of app, wallet and services, from the CBOR map of schema 2. */
const readMap = (data: Uint8Array): readonly unknown[] => {
  const map = readCbor(data);
  if (!(map instanceof Map)) return [];
  const services = map.get('s');
  return [map.get('a'), map.get('w'), ...(Array.isArray(services) ? services : [services])];
};

const readSuffix = (calldata: string): Suffix | undefined => {
  if (!calldata.endsWith(MARKER)) return undefined;
  const end = calldata.length - MARKER.length - 2;
  const schema = Number(`0x${calldata.slice(end, end + 2)}`);
  if (!(schema <= 2)) return undefined;
  const data = readBefore(calldata, end, schema === 2 ? 2 : 1);
  if (!data) return undefined;
  if (schema === 2) return { codes: readMap(data.bytes), start: data.start };
  const codes = splitBuilderCodes(String.fromCharCode(...data.bytes));
  // In schema 1 a registry of one's own stands before the codes: its address, its chain, and the
  // chain's length.
  const chain = schema === 1 ? readBefore(calldata, data.start, 1) : data;
  return { codes, start: Math.max(2, (chain ?? data).start - 40 * schema) };
};

/** The codes at the end of calldata; none when it ends in another way. Takes any text. */
export const readBuilderCodes = (calldata: string): readonly string[] =>
  tidyBuilderCodes(readSuffix(calldata)?.codes ?? []);

/** Calldata without the suffix of builder codes. */
export const withoutBuilderCodes = (calldata: string): string =>
  calldata.slice(0, readSuffix(calldata)?.start);
