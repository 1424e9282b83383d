// Makes durable what was written into an open file.
import { fdatasync, fsync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';

const syncNow = promisify(fsync);
const datasyncNow = promisify(fdatasync);

/** By the descriptor: Yarn's Plug'n'Play replaces file handles with ones that throw in `sync` and `datasync`. */
export const syncHandle = ({ fd }: FileHandle): Promise<void> => syncNow(fd);

/** Without metadata that is not needed to read the content, which takes less time. */
export const datasyncHandle = ({ fd }: FileHandle): Promise<void> => datasyncNow(fd);
