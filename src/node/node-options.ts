// Checks the options that only a tracker on Node has: `spool` and `exit`.
import { constants } from 'node:os';
import { fail } from '../core/options.js';
import { isObject } from '../protocol/is-object.js';
import type { ExitOptions, ResolvedExit } from './exit-hooks.js';
import { checkNames, wholeOption } from './server-options.js';

const DEFAULT_SPOOL_BYTES = 1_000_000_000;
const DEFAULT_EXIT_MS = 5_000;

/** Longer than any system waits for a process that it asked to end: one day. */
const MOST_EXIT_MS = 86_400_000;

/** No process can listen for these signals (signal(7)). */
const UNHEARD: readonly unknown[] = ['SIGKILL', 'SIGSTOP'];

export interface SpoolSettings {
  /** A folder of its own; it is made when it does not exist. Several processes may share it. */
  readonly directory: string;
  /**
   * Most bytes on disk of this process, with what it took over from others; beyond it `whenFull`
   * decides. Default 1,000,000,000.
   */
  readonly maxBytes?: number | undefined;
  /**
   * Without it, an accepted event has been handed to the kernel, which keeps it however the process
   * ends. With `true`, the promise of a call also waits for the disk itself, so that a power cut
   * loses nothing either; many calls share one sync. Default false.
   */
  readonly fsync?: boolean | undefined;
}

export interface ResolvedSpool {
  readonly directory: string;
  readonly maxBytes: number;
  readonly fsync: boolean;
}

const flagOption = (option: string, value: unknown = false): boolean =>
  typeof value === 'boolean' ? value : fail(option, value, 'It is true or false.');

/** @throws TrackerError that names the wrong option, its value and the remedy */
export const resolveSpool = (
  spool: string | SpoolSettings | undefined,
): ResolvedSpool | undefined => {
  if (spool === undefined) return undefined;
  const remedy = 'Pass the path of a folder.';
  if (typeof spool !== 'string' && !isObject(spool)) return fail('spool', spool, remedy);
  const settings = typeof spool === 'string' ? { directory: spool } : spool;
  checkNames(settings, { directory: true, maxBytes: true, fsync: true }, 'spool.');
  const { directory, maxBytes, fsync } = settings;
  if (typeof directory !== 'string' || directory === '') {
    return fail(typeof spool === 'string' ? 'spool' : 'spool.directory', directory, remedy);
  }
  return {
    directory,
    maxBytes: wholeOption('spool.maxBytes', maxBytes, {
      fallback: DEFAULT_SPOOL_BYTES,
      most: Number.MAX_SAFE_INTEGER,
    }),
    fsync: flagOption('spool.fsync', fsync),
  };
};

/** @throws TrackerError that names the wrong option, its value and the remedy */
export const resolveExit = (exit: ExitOptions = {}): ResolvedExit => {
  if (!isObject(exit)) fail('exit', exit, 'Pass { beforeExit: true } or { signals: [...] }.');
  checkNames(exit, { beforeExit: true, signals: true, timeoutMs: true }, 'exit.');
  const { beforeExit, signals = [], timeoutMs } = exit;
  if (!Array.isArray(signals)) {
    fail('exit.signals', signals, "Pass a list of names, such as ['SIGTERM'].");
  }
  for (const signal of signals) {
    if (UNHEARD.includes(signal)) {
      fail('exit.signals', signal, 'No process is told of it: leave it out.');
    }
    if (!Object.hasOwn(constants.signals, signal)) {
      fail('exit.signals', signal, 'This system has no such signal: pass names such as SIGTERM.');
    }
  }
  return {
    beforeExit: flagOption('exit.beforeExit', beforeExit),
    signals,
    timeoutMs: wholeOption('exit.timeoutMs', timeoutMs, {
      fallback: DEFAULT_EXIT_MS,
      most: MOST_EXIT_MS,
    }),
  };
};
