// Reads the ids and times that identify the rows of a segment, without parsing whole rows.
import { open } from 'node:fs/promises';

/** What tells a row from all others, also from a repetition of the same event. */
export interface RowNames {
  readonly project_id: string;
  readonly message_id: string;
  /** As the database writes it: `YYYY-MM-DD hh:mm:ss.sss`. */
  readonly original_timestamp: string;
  readonly received_at: string;
  /** Empty in rows that an earlier version wrote. */
  readonly received_by: string;
}

/** The file is read in pieces of this size, so that other work can run in between. */
const PIECE_BYTES = 1_048_576;

/** The part of a row that is matched first; most rows have all their names within it. */
const BEGINNING_BYTES = 512;

const LINE_FEED = 10;

/** A JSON string that needs no decoding: it has no escapes, and no bytes beyond ASCII. */
const TEXT = '"([^"\\\\\\x80-\\xff]*)"';

/** How a row of this version begins. Matching it is ten times as fast as parsing, as most of a row comes after it. */
const BEGINNING = new RegExp(
  `^\\{${[
    'project_id',
    'timestamp',
    'original_timestamp',
    'sent_at',
    'received_at',
    'received_by',
    'message_id',
  ]
    .map((name) => `"${name}":${TEXT}`)
    .join(',')}`,
);

const namesAt = (bytes: Buffer, start: number, end: number): RowNames => {
  const beginning = bytes.toString('latin1', start, Math.min(end, start + BEGINNING_BYTES));
  const found = BEGINNING.exec(beginning);
  if (found === null) {
    return { received_by: '', ...JSON.parse(bytes.toString('utf8', start, end)) };
  }
  const [, project = '', , original = '', , receivedAt = '', receivedBy = '', message = ''] = found;
  return {
    project_id: project,
    message_id: message,
    original_timestamp: original,
    received_at: receivedAt,
    received_by: receivedBy,
  };
};

/** @returns how many bytes the complete rows took; what follows is the beginning of another row */
const readWholeRows = (bytes: Buffer, names: RowNames[]): number => {
  let start = 0;
  for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
    names.push(namesAt(bytes, start, end));
    start = end + 1;
  }
  return start;
};

/** @returns one for each row of the file, in its order */
export async function readRowNames(path: string): Promise<readonly RowNames[]> {
  const names: RowNames[] = [];
  const file = await open(path);
  try {
    let buffer = Buffer.allocUnsafe(PIECE_BYTES);
    let held = 0;
    for (;;) {
      // One row fills the whole buffer: it needs a larger one.
      if (held === buffer.length) buffer = Buffer.concat([buffer], 2 * held);
      const { bytesRead } = await file.read(buffer, held, buffer.length - held);
      if (bytesRead === 0) return names;
      const filled = held + bytesRead;
      const read = readWholeRows(buffer.subarray(0, filled), names);
      held = buffer.copy(buffer, 0, read, filled);
    }
  } finally {
    await file.close();
  }
}
