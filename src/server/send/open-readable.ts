// Opens what a command reads: a file, or a pipe with a name, such as what a shell makes of <(zcat rows.gz).
import { constants, createReadStream, openSync, statSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';

/**
 * Destroy it when the command ends. A pipe is read as a socket, without blocking: the read of a file that waits
 * for a silent writer cannot be cancelled, and the process could not even exit.
 */
export const openReadable = (file: string): Readable =>
  statSync(file).isFIFO()
    ? new Socket({ fd: openSync(file, constants.O_RDONLY | constants.O_NONBLOCK), writable: false })
    : createReadStream(file);
