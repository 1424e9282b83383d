// Finds the wallets of an input, CSV or NDJSON: each row is an address, or says why it is none.
import { isStorable } from '../../is-storable.js';
import { parseJson } from '../../parse-json.js';
import { printable } from '../../printable.js';
import type { InputLine } from '../../send/read-lines.js';
import { CommandError } from '../command.js';
import { readRecords } from './csv.js';

interface RowPlace {
  /** Line on which the row begins, from 1. */
  readonly line: number;
  /** Line on which it ends. */
  readonly lastLine: number;
  readonly endByte: number;
}

export type WalletRow = RowPlace & ({ readonly address: string } | { readonly fault: string });

export const FORMATS = ['csv', 'ndjson'] as const;
export type Format = (typeof FORMATS)[number];

export interface ReadWalletsOptions {
  /** Default: seen from the first line. */
  readonly format: Format | undefined;
  /** Of the column or key that holds the address. Default: one of `COLUMNS`. */
  readonly column: string | undefined;
}

/** What a column or key with addresses may be called, where nobody says. */
export const COLUMNS: readonly string[] = ['address', 'wallet', 'wallet_address'];
/** EVM, or as long as Solana's are. */
const LOOKS_LIKE_ADDRESS = /^(0x[0-9a-f]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/i;
const BEGINS_ARRAY = /^\s*\[\s*(["{[]|$)/;
const END_LINES = "tr '\\r' '\\n' < given.csv > rows.csv";
/** What spreadsheets save beside CSV, and how it becomes lines of UTF-8. */
const NO_LINES: readonly { readonly is: (line: string) => boolean; readonly fault: string }[] = [
  {
    is: (line) => line.startsWith('PK\u0003\u0004'),
    fault: 'is a workbook or another archive: open it and save it as CSV (UTF-8)',
  },
  {
    is: (line) => line.includes('\0'),
    fault: 'is UTF-16, or no text: iconv -f UTF-16 -t UTF-8 given.csv > rows.csv',
  },
  {
    is: (line) => /\r[^\r]/.test(line),
    fault: `ends its lines with carriage returns alone: ${END_LINES}`,
  },
];

/** @throws {CommandError} for a CSV in which the column cannot be found, and for what has no rows as lines */
export async function* readWallets(
  lines: AsyncIterable<InputLine>,
  { format, column }: ReadWalletsOptions,
): AsyncGenerator<WalletRow> {
  const input = filled(lines);
  const { value: first } = await input.next();
  if (first === undefined) return;
  const noLines = NO_LINES.find(({ is }) => is(first.text ?? ''));
  if (noLines !== undefined) throw new CommandError(`The input ${noLines.fault}`);
  const all = beginningWith(first, input);
  const isNdjson = format === undefined ? first.text?.startsWith('{') : format === 'ndjson';
  // As a CSV, an array in one line would be a record with one address that counts.
  if (format === undefined && BEGINS_ARRAY.test(first.text ?? '')) {
    throw new CommandError(
      'The input is a JSON array, and a row for each line is needed: jq -c ".[]" array.json > rows.ndjson',
    );
  }
  yield* isNdjson ? readNdjson(all, column) : readCsv(all, column);
}

/** Of any text that may be an address, with room to spare. */
const MOST_ADDRESS = 256;

/** The server refuses a request with what it cannot store, or with too much, and with it all rows beside it. */
function sendable(address: string) {
  if (address.length > MOST_ADDRESS) return { fault: 'is longer than any address' };
  return isStorable(address) ? { address } : { fault: 'holds U+0000 or half of a surrogate pair' };
}

/** Lines with something in them. */
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
  if (value === undefined) return { fault: 'is no JSON' };
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
    yield { ...place, ...cellAt(fields, at) };
  }
}

function cellAt(fields: readonly string[] | undefined, at: number) {
  if (fields === undefined) return { fault: 'is too long, or a quote in it is not closed' };
  const address = fields[at];
  return address ? sendable(address) : { fault: `has nothing in column ${at + 1}` };
}

/** Which column holds addresses, and whether the first record names it. */
function placeOf(first: readonly string[] | undefined, column: string | undefined) {
  if (first === undefined) {
    throw new CommandError(
      'The first line is too long, or a quote in it is not closed. If the lines end with ' +
        `carriage returns alone: ${END_LINES}`,
    );
  }
  const names = (column === undefined ? COLUMNS : [column]).map((name) => name.toLowerCase());
  const fields = first.map((field) => field.toLowerCase());
  // By the order of the names, as in NDJSON: beside an address, `wallet` is the name of a program.
  const named = names.map((name) => fields.indexOf(name)).find((at) => at >= 0);
  if (named !== undefined) return { at: named, isHeader: true };
  const seen = first.findIndex((field) => LOOKS_LIKE_ADDRESS.test(field));
  if (column === undefined && seen >= 0) return { at: seen, isHeader: false };
  throw new CommandError(
    `The first line names no column ${names.join(' or ')}: it is "${printable(first.join(' | ').slice(0, 200))}". ` +
      'Say which one holds the addresses: --column NAME',
  );
}
