// Explains an error to the person at the terminal.
import { RestoreUnfinishedError } from '../backup/restore-mark.js';
import {
  DatabaseInUseError,
  DatabaseQueryError,
  DatabaseUnavailableError,
  DatabaseUnfitError,
  SchemaTooNewError,
} from '../database/database-errors.js';
import { DomainError } from '../errors/domain-error.js';
import { GeoipDatabaseError } from '../events/enrichment/geoip-error.js';
import { type ServerSettings, SettingsError } from '../settings/settings.js';
import { CommandError } from './command.js';

/** Errors whose message already says what happened, to which value, and what to do. */
const SPEAK_FOR_THEMSELVES = [
  CommandError,
  DatabaseQueryError,
  DatabaseUnavailableError,
  DatabaseUnfitError,
  DomainError,
  GeoipDatabaseError,
  RestoreUnfinishedError,
  SchemaTooNewError,
  SettingsError,
] as const;

/** A single file in it belongs to root after a command that ran as root. */
const OF_ANOTHER_USER =
  'Run the command as the owner of the folder, give this user all of its files (chown -R)';

/** Such a link is also what is left of a disk that is not mounted. */
const IN_ITS_PLACE = 'Move away the file, or the link that leads nowhere, in this place';

/** What helps where another user does not. */
const REMEDIES: ReadonlyMap<unknown, string> = new Map([
  ['ENOSPC', 'Free space on its disk'],
  ['EDQUOT', 'Free space in its quota'],
  ['EROFS', 'Remount its disk as writable'],
  ['EEXIST', IN_ITS_PLACE],
  ['ENOTDIR', IN_ITS_PLACE],
]);

/** `undefined` for an unforeseen error, for which the caller prints the stack. */
export function explain(error: unknown, settings: ServerSettings | undefined): string | undefined {
  if (SPEAK_FOR_THEMSELVES.some((kind) => error instanceof kind)) return (error as Error).message;
  if (settings === undefined || !(error instanceof Error)) return undefined;
  const { dataDirectory, host, port } = settings;
  if (error instanceof DatabaseInUseError) {
    const owner = error.pid === null ? 'another process' : `process ${error.pid}`;
    return (
      `The data folder ${dataDirectory} is in use by ${owner}. ` +
      'Stop it, or set CHAINTRAIL_DATA to another folder.'
    );
  }
  if (!('syscall' in error)) return undefined;
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${host} is already in use. Stop the process that listens there, or set PORT to another port.`;
  }
  // Any file can be the one too many, so that the data folder is not to blame.
  if (code === 'EMFILE') {
    return `${error.message}. Let the process open more files: ulimit -n 4096.`;
  }
  const remedy = REMEDIES.get(code) ?? OF_ANOTHER_USER;
  // Databases look up host names, too, but their errors were handled above, so this one is about HOST.
  return error.syscall === 'listen' || error.syscall === 'getaddrinfo'
    ? `Cannot listen on ${host}:${port}: ${error.message}. Set HOST or PORT.`
    : `Cannot use the data folder ${dataDirectory}: ${error.message}. ` +
        `${remedy}, or set CHAINTRAIL_DATA to another folder.`;
}
