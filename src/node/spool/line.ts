// One event of the journal as a line: checksum, time of acceptance, JSON. JSON has no line breaks of its own.
import { crc32 } from 'node:zlib';
import type { QueuedEvent } from '../../core/ports.js';

const CHECKSUM_LENGTH = 8;
const NEWLINE = 10;

/** Bytes of a line besides its JSON: checksum, time, two blanks, the line's end. */
export const LINE_EXTRA = CHECKSUM_LENGTH + 16;

/** Enough for nearly every line; a longer one gets a buffer of its own. */
const SCRATCH_BYTES = 65_536;

/** Answers the function that writes a line. Its result is valid until the next call. */
export const createLineWriter = () => {
  const scratch = Buffer.allocUnsafe(SCRATCH_BYTES);
  return ({ at, json }: QueuedEvent): Uint8Array => {
    // One UTF-16 unit takes at most three bytes in UTF-8.
    const most = LINE_EXTRA + json.length * 3;
    const buffer = most <= SCRATCH_BYTES ? scratch : Buffer.allocUnsafe(most);
    const start = CHECKSUM_LENGTH + 1;
    const end = start + buffer.write(`${at} ${json}`, start);
    const checksum = crc32(buffer.subarray(start, end)).toString(16).padStart(CHECKSUM_LENGTH, '0');
    buffer.write(`${checksum} `, 0, 'latin1');
    buffer[end] = NEWLINE;
    return buffer.subarray(0, end + 1);
  };
};

/** The event in a line (without its line break); undefined when it is torn or corrupt. */
export const readLine = (line: Uint8Array): QueuedEvent | undefined => {
  const bytes = Buffer.from(line.buffer, line.byteOffset, line.byteLength);
  const content = bytes.subarray(CHECKSUM_LENGTH + 1);
  if (Number.parseInt(bytes.toString('latin1', 0, CHECKSUM_LENGTH), 16) !== crc32(content))
    return undefined;
  const text = content.toString();
  const blank = text.indexOf(' ');
  const json = text.slice(blank + 1);
  try {
    const { message_id: id } = JSON.parse(json);
    return typeof id === 'string' ? { id, at: Number(text.slice(0, blank)), json } : undefined;
  } catch {
    return undefined;
  }
};
