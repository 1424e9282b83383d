// Reads wallets from CSV or NDJSON: each row yields an address, or the reason why it has none.
import { isStorable } from '../../is-storable.js';
import { parseJson } from '../../parse-json.js';
import { printable } from '../../printable.js';
import { notText } from '../../send/not-text.js';
import type { InputLine } from '../../send/read-lines.js';
import { CommandError } from '../command.js';
import { readRecords } from './csv.js';

interface RowPlace {
  /** The line on which the row begins, from 1. */
  readonly line: number;
  /** The line on which the row ends. */
  readonly lastLine: number;
  readonly endByte: number;
}

export type WalletRow = RowPlace & ({ readonly address: string } | { readonly fault: string });

export const FORMATS = ['csv', 'ndjson'] as const;
export type Format = (typeof FORMATS)[number];

export interface ReadWalletsOptions {
  /** Default: detected from the first line. */
  readonly format: Format | undefined;
  /** The column or key with the address. Default: the first of `COLUMNS` that exists. */
  readonly column: string | undefined;
}

/** The names of a column or key with addresses that are recognised by default. */
export const COLUMNS: readonly string[] = ['address', 'wallet', 'wallet_address'];
/** An EVM address, or a text of the length and alphabet of Solana addresses. */
const LOOKS_LIKE_ADDRESS = /^(0x[0-9a-f]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/i;
const BEGINS_ARRAY = /^\s*\[\s*(["{[]|$)/;
const END_LINES = "tr '\\r' '\\n' < given.csv > rows.csv";
/** Other formats that spreadsheets save: what is wrong with them, and how to convert them to lines. */
const FAULTS: readonly ((line: string) => string | undefined)[] = [
  (line) =>
    line.startsWith('PK\u0003\u0004')
      ? 'is a workbook or another archive: open it and save it as CSV (UTF-8)'
      : undefined,
  notText,
  (line) =>
    /\r[^\r]/.test(line)
      ? `ends its lines with carriage returns alone. Convert it: ${END_LINES}`
      : undefined,
];

/** @throws {CommandError} for a CSV without an address column, and for input that is not made of lines */
export async function* readWallets(
  lines: AsyncIterable<InputLine>,
  { format, column }: ReadWalletsOptions,
): AsyncGenerator<WalletRow> {
  const input = filled(lines);
  const { value: first } = await input.next();
  if (first === undefined) return;
  const start = first.text ?? '';
  const [fault] = FAULTS.flatMap((faultOf) => faultOf(start) ?? []);
  if (fault !== undefined) throw new CommandError(`The input ${fault}`);
  const all = beginningWith(first, input);
  const isNdjson = format === undefined ? first.text?.startsWith('{') : format === 'ndjson';
  // Read as CSV, a one-line array would be a single record with one valid address, and the rest would be lost.
  if (format === undefined && BEGINS_ARRAY.test(first.text ?? '')) {
    throw new CommandError(
      'The input is a JSON array, but one row per line is required. Convert it: jq -c ".[]" array.json > rows.ndjson',
    );
  }
  yield* isNdjson ? readNdjson(all, column) : readCsv(all, column);
}

/** Longer than any address, with room to spare. */
const MOST_ADDRESS = 256;

/** Checked here, since one text that the server cannot store makes it refuse all rows of the request. */
function sendable(address: string) {
  if (address.length > MOST_ADDRESS) return { fault: 'is longer than any address' };
  return isStorable(address)
    ? { address }
    : { fault: 'contains U+0000 or half of a surrogate pair' };
}

/** The lines that are not blank. */
async function* filled(lines: AsyncIterable<InputLine>): AsyncGenerator<InputLine> {
  for await (const line of lines) if (line.text?.trim() !== '') yield line;
}

async function* beginningWith<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* rest;
}

async function* readNdjson(
  lines: AsyncIterable<InputLine>,
  column: string | undefined,
): AsyncGenerator<WalletRow> {
  const names = column === undefined ? COLUMNS : [column];
  for await (const { number: line, endByte, text } of lines) {
    yield { line, lastLine: line, endByte, ...readJson(text, names) };
  }
}

function readJson(text: string | undefined, names: readonly string[]) {
  if (text === undefined) return { fault: 'is too long' };
  const value = parseJson<unknown>(text);
  if (value === undefined) return { fault: 'is not valid JSON' };
  const found =
    typeof value === 'object' && value !== null
      ? names.map((name) => (value as Record<string, unknown>)[name]).find(isText)
      : value;
  return isText(found) ? sendable(found.trim()) : { fault: `has no ${names[0]}` };
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '';

async function* readCsv(
  lines: AsyncIterable<InputLine>,
  column: string | undefined,
): AsyncGenerator<WalletRow> {
  let at: number | undefined;
  for await (const { fields, ...place } of readRecords(lines)) {
    if (at === undefined) {
      const found = placeOf(fields, column);
      at = found.at;
      if (found.isHeader) continue;
    }
    yield { ...place, ...(fields === undefined ? brokenAt(place) : cellAt(fields, at)) };
  }
}

/** Names the lines that were read as part of the record: their wallets are not imported, either. */
function brokenAt({ line, lastLine }: RowPlace) {
  const also = lastLine > line ? `; the lines up to ${lastLine} were read as part of it` : '';
  return { fault: `is too long, or a quote in it is not closed${also}` };
}

function cellAt(fields: readonly string[], at: number) {
  const address = fields[at];
  return address ? sendable(address) : { fault: `has no value in column ${at + 1}` };
}

/** The index of the column with addresses, and whether the first record is a header. */
function placeOf(first: readonly string[] | undefined, column: string | undefined) {
  if (first === undefined) {
    throw new CommandError(
      'The first line is too long, or a quote in it is not closed. If the lines end with ' +
        `carriage returns alone, convert it: ${END_LINES}`,
    );
  }
  const names = (column === undefined ? COLUMNS : [column]).map((name) => name.toLowerCase());
  const fields = first.map((field) => field.toLowerCase());
  // By precedence of the names, as in NDJSON: beside a column `address`, `wallet` is the name of a wallet app.
  const named = names.map((name) => fields.indexOf(name)).find((at) => at >= 0);
  if (named !== undefined) return { at: named, isHeader: true };
  const seen = first.findIndex((field) => LOOKS_LIKE_ADDRESS.test(field));
  if (column === undefined && seen >= 0) return { at: seen, isHeader: false };
  throw new CommandError(
    `The first line has no column ${names.join(' or ')}: it is "${printable(first.join(' | ').slice(0, 200))}". ` +
      'Name the column that has the addresses: --column NAME',
  );
}
