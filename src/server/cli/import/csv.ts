// Reads comma-separated records (RFC 4180) out of lines: quotes, doubled quotes, line breaks within quotes.
import type { InputLine } from '../../send/read-lines.js';

export interface CsvRecord {
  /** Line on which it begins, from 1. */
  readonly line: number;
  /** Line on which it ends. */
  readonly lastLine: number;
  /** Bytes of the input up to its end. */
  readonly endByte: number;
  /** Without the spaces around them. Undefined when it is too long, or a quote is not closed. */
  readonly fields: readonly string[] | undefined;
}

/** A quote that is never closed must not swallow the rest of the file. */
const MOST_CHARACTERS = 100_000;

export async function* readRecords(lines: AsyncIterable<InputLine>): AsyncGenerator<CsvRecord> {
  let separator: Separator | undefined;
  let open: { readonly line: number; readonly text: string; readonly end: InputLine } | undefined;
  for await (const next of lines) {
    const line = open?.line ?? next.number;
    const text =
      next.text === undefined ? undefined : open ? `${open.text}\n${next.text}` : next.text;
    const isWhole = text !== undefined && text.length <= MOST_CHARACTERS;
    // Nothing in it ends the quote: to read all that came before again, at each line, takes seconds.
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

/** The one that the first record has most of, its quoted texts aside; a comma where it has none. */
const separatorOf = (record: string): Separator => {
  const bare = record.replaceAll(/"(?:[^"]|"")*"/g, '');
  return SEPARATORS.map((separator) => ({ separator, count: bare.split(separator).length })).reduce(
    (best, one) => (one.count > best.count ? one : best),
  ).separator;
};

// Only spaces before the quote: a tab may be the separator, and the field before it empty.
const QUOTED = / *"((?:[^"]|"")*)"(?!")/y;
const OPEN = / *"/y;

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

/**
 * The fields of a record, and whether its last one goes on in the next line. A quote within a field that
 * does not begin with one is a sign like any other: `5" nail` does not reach into the rows below it.
 * Text behind a quoted field of several lines tells that its last quote begins a field of a row below:
 * the record is broken, and the rows in between are not lost without a word.
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
