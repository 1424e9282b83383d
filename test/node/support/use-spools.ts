// Spools in a folder of each test's own, closed and deleted after it.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { openSpool, type SpoolOptions } from '../../../src/node/spool/open-spool.js';
import type { Spool } from '../../../src/node/spool-port.js';
import {
  createTemporaryDirectory,
  type TemporaryDirectory,
} from '../../support/temporary-directory.js';

export const useSpools = () => {
  let folder: TemporaryDirectory;
  const open = new Set<Spool>();
  beforeEach(async () => {
    folder = await createTemporaryDirectory();
  });
  afterEach(async () => {
    for (const spool of open) spool.close();
    open.clear();
    await folder.remove();
  });

  /** Opens a spool without waiting until it has looked for events of others. */
  const openNow = (options: Partial<SpoolOptions> = {}): Spool => {
    const spool = openSpool({
      directory: folder.path,
      maxBytes: 1_000_000,
      fsync: false,
      onFault: (cause) => {
        throw cause;
      },
      ...options,
    });
    open.add(spool);
    return spool;
  };
  return {
    folder: () => folder.path,
    openNow,
    openHere: async (options: Partial<SpoolOptions> = {}): Promise<Spool> => {
      const spool = openNow(options);
      await spool.ready;
      return spool;
    },
    /** Closes the spool as at the end of its process: its socket closes, its files stay. */
    leave: (spool: Spool): void => {
      open.delete(spool);
      spool.close();
    },
    /** The paths of the files with events. */
    segmentFiles: (): readonly string[] =>
      readdirSync(folder.path, { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.log'))
        .map((path) => join(folder.path, path)),
  };
};
