// Reads comma-separated records (RFC 4180) out of lines: quotes, doubled quotes, line breaks within quotes.
import type { InputLine } from '../../send/read-lines.js';

export interface CsvRecord {
  /** The line on which the record begins, from 1. */
  readonly line: number;
  /** The line on which the record ends. */
  readonly lastLine: number;
  /** Bytes of the input up to the end of the record. */
  readonly endByte: number;
  /** Trimmed. `undefined` when the record is too long, or a quote in it is not closed. */
  readonly fields: readonly string[] | undefined;
}

/**
 * Most characters of a record, so that a quote that is never closed does not swallow the rest of the file.
 */
const MOST_CHARACTERS = 100_000;

export async function* readRecords(lines: AsyncIterable<InputLine>): AsyncGenerator<CsvRecord> {
  let separator: Separator | undefined;
  let open: { readonly line: number; readonly text: string; readonly end: InputLine } | undefined;
  for await (const next of lines) {
    const line = open?.line ?? next.number;
    const text =
      next.text === undefined ? undefined : open ? `${open.text}\n${next.text}` : next.text;
    const isWhole = text !== undefined && text.length <= MOST_CHARACTERS;
    // Without a quote, this line cannot end the open field. To parse the whole record at each line takes seconds.
    if (open && isWhole && !next.text?.includes('"')) {
      open = { line, text, end: next };
      continue;
    }
    const by: Separator = separator ?? separatorOf(text ?? '');
    const { fields, isOpen } = isWhole ? readFields(text, by) : BROKEN;
    if (isWhole && isOpen) {
      open = { line, text, end: next };
      continue;
    }
    open = undefined;
    separator = by;
    const { number: lastLine, endByte } = next;
    yield { line, lastLine, endByte, fields };
  }
  if (open === undefined) return;
  const { line, end } = open;
  yield { line, lastLine: end.number, endByte: end.endByte, fields: undefined };
}

const BROKEN = { fields: undefined, isOpen: false } as const;

const SEPARATORS = [',', ';', '\t'] as const;
type Separator = (typeof SEPARATORS)[number];

/** The separator that occurs most in the first record, outside quotes; a comma if none occurs. */
const separatorOf = (record: string): Separator => {
  const bare = record.replaceAll(/"(?:[^"]|"")*"/g, '');
  return SEPARATORS.map((separator) => ({ separator, count: bare.split(separator).length })).reduce(
    (best, one) => (one.count > best.count ? one : best),
  ).separator;
};

// Only spaces may precede the quote: a tab may be the separator after an empty field.
const QUOTED = / *"((?:[^"]|"")*)"(?!")/y;
const OPEN = / *"/y;

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

/**
 * The fields of a record, and whether its last one continues in the next line. A quote inside a field that
 * does not begin with one is an ordinary character, so that `5" nail` does not swallow the next rows. Text
 * after the closing quote of a multi-line field means that this quote really opens a field of a later row:
 * the record is reported as broken, rather than silently losing the rows in between.
 */
export function readFields(
  record: string,
  separator: Separator,
): { readonly fields: CsvRecord['fields']; readonly isOpen: boolean } {
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    const quoted = matchAt(QUOTED, record, at);
    if (quoted === null && matchAt(OPEN, record, at)) return { fields, isOpen: true };
    const from = quoted === null ? at : QUOTED.lastIndex;
    const found = record.indexOf(separator, from);
    const end = found < 0 ? record.length : found;
    if (quoted?.[1]?.includes('\n') && record.slice(from, end).trim() !== '') return BROKEN;
    const value = quoted?.[1]?.replaceAll('""', '"') ?? record.slice(at, end);
    fields.push(value.trim());
    if (found < 0) return { fields, isOpen: false };
    at = end + 1;
  }
}
