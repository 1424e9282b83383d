// A directory for one test file, removed afterwards.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Undo } from './cleanup.js';

export interface TemporaryDirectory {
  readonly path: string;
  remove(): Promise<void>;
}

export const createTemporaryDirectory = async (): Promise<TemporaryDirectory> => {
  const path = await mkdtemp(join(tmpdir(), 'chaintrail-test-'));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
};

/** The path of a directory that is removed by the cleanup of the test file. */
export const createTestDirectory = async (cleanUp: (undo: Undo) => void): Promise<string> => {
  const { path, remove } = await createTemporaryDirectory();
  cleanUp(remove);
  return path;
};
