// Opens a service's spool at its start: a wrong folder throws, but a full disk does not stop the
// service.
import { join } from 'node:path';
import { TrackerError } from '../core/tracker-error.js';
import type { ResolvedSpool } from './node-options.js';
import { openSpool } from './spool/open-spool.js';
import type { Spool, TellOfSpool } from './spool-port.js';
import { remedyOf } from './spool-remedy.js';

/**
 * Answers the function that opens the spool. Where the disk is full, that reports it and answers
 * undefined.
 *
 * @param open tests pass one that fails
 * @throws TrackerError when the folder cannot be used
 */
export const createSpoolStart =
  ({ directory, maxBytes, fsync }: ResolvedSpool, open = openSpool) =>
  (namespace: string, tell: TellOfSpool): Spool | undefined => {
    try {
      // A folder for each project: they must not send each other's events.
      return open({ directory: join(directory, namespace), maxBytes, fsync, onFault: tell });
    } catch (cause) {
      if (remedyOf(cause) === undefined) {
        const reason = `cannot be used (${String(cause)})`;
        throw new TrackerError(
          `Wrong option spool: ${directory} ${reason}. Pass a writable folder.`,
        );
      }
      tell(cause, 'events are kept in memory until the process starts again');
      return undefined;
    }
  };
