// Reads comma-separated records (RFC 4180) out of lines: quotes, doubled quotes, line breaks within quotes.
import type { InputLine } from '../../send/read-lines.js';

export interface CsvRecord {
  /** Line on which it begins, from 1. */
  readonly line: number;
  /** Line on which it ends. */
  readonly lastLine: number;
  /** Bytes of the input up to its end. */
  readonly endByte: number;
  /** Undefined when it is too long, or a quote is not closed. */
  readonly text: string | undefined;
}

/** A quote that is never closed must not swallow the rest of the file. */
const MOST_CHARACTERS = 100_000;

const hasOpenQuote = (text: string): boolean => (text.split('"').length - 1) % 2 === 1;

export async function* readRecords(lines: AsyncIterable<InputLine>): AsyncGenerator<CsvRecord> {
  let open: { readonly line: number; readonly text: string; readonly end: InputLine } | undefined;
  for await (const next of lines) {
    const line = open?.line ?? next.number;
    const text =
      next.text === undefined ? undefined : open ? `${open.text}\n${next.text}` : next.text;
    if (text !== undefined && text.length <= MOST_CHARACTERS && hasOpenQuote(text)) {
      open = { line, text, end: next };
      continue;
    }
    open = undefined;
    const isWhole = text !== undefined && text.length <= MOST_CHARACTERS;
    const { number: lastLine, endByte } = next;
    yield { line, lastLine, endByte, text: isWhole ? text : undefined };
  }
  if (open === undefined) return;
  const { line, end } = open;
  yield { line, lastLine: end.number, endByte: end.endByte, text: undefined };
}

const SEPARATORS = [',', ';', '\t'] as const;
export type Separator = (typeof SEPARATORS)[number];

/** The one that the first record has most of; a comma where it has none. */
export const separatorOf = (record: string): Separator =>
  SEPARATORS.map((separator) => ({ separator, count: record.split(separator).length })).reduce(
    (best, one) => (one.count > best.count ? one : best),
  ).separator;

const QUOTED = /\s*"((?:[^"]|"")*)"/y;

/** The fields of a record, without the spaces around them. */
export function fieldsOf(record: string, separator: Separator): readonly string[] {
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    QUOTED.lastIndex = at;
    const quoted = QUOTED.exec(record);
    const from = quoted === null ? at : QUOTED.lastIndex;
    const found = record.indexOf(separator, from);
    const end = found < 0 ? record.length : found;
    const value = quoted?.[1]?.replaceAll('""', '"') ?? record.slice(at, end);
    fields.push(value.trim());
    if (found < 0) return fields;
    at = end + 1;
  }
}
