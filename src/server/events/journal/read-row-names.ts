// Reads what names the rows of a segment, without taking every row apart.
import { open } from 'node:fs/promises';

/** What tells a row from others, and an event from its repetition. */
export interface RowNames {
  readonly project_id: string;
  readonly message_id: string;
  /** As the database writes it: `YYYY-MM-DD hh:mm:ss.sss`. */
  readonly original_timestamp: string;
  readonly received_at: string;
  /** Empty in rows that an earlier version wrote. */
  readonly received_by: string;
}

/** Between two pieces of this size others have their turn. */
const PIECE_BYTES = 1_048_576;

/** Of a row, as far as its names reach in most of them. */
const BEGINNING_BYTES = 512;

const LINE_FEED = 10;

/** As it stands there: without escapes, and the same in Latin-1 as in UTF-8. */
const TEXT = '"([^"\\\\\\x80-\\xff]*)"';

/** How a row of this version begins: ten times as fast as parsing it, since most of a row comes behind. */
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

/** @returns how many bytes the rows take that were read; behind them a row begins */
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
      // A row that is longer than all the room.
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
