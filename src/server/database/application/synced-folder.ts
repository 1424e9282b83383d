// A folder for PGlite in which commits survive a power cut.
//
// PGlite runs Postgres without `fsync`, and its Node file system does not implement it. After a power cut, the
// last seconds would be missing, or data files could be ahead of the write-ahead log.
import { closeSync, fsyncSync, openSync } from 'node:fs';
import type { PGliteOptions } from '@electric-sql/pglite';
import type { NodeFS } from '@electric-sql/pglite/nodefs';

/** An open file or folder of Emscripten. A folder has no file descriptor. */
interface Stream {
  readonly nfd?: number;
  readonly node: object;
}

/** The parts that are used of Emscripten's Node file system. */
interface NodeFileSystem {
  readonly stream_ops: { fsync?: (stream: Stream) => number };
  realPath(node: object): string;
}

/** WASI's number of EIO. Postgres then stops, as it cannot know what has reached the disk. */
const EIO = 29;

const sync = ({ nfd, node }: Stream, files: NodeFileSystem): void => {
  if (nfd !== undefined) {
    fsyncSync(nfd);
    return;
  }
  const folder = openSync(files.realPath(node), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
};

const letSync = (files: NodeFileSystem): void => {
  files.stream_ops.fsync = (stream) => {
    try {
      sync(stream, files);
      return 0;
    } catch {
      return EIO;
    }
  };
};

/** The options with which PGlite stores its data in `directory`, and each commit survives a power cut. */
export const inSyncedFolder = async (
  directory: string,
): Promise<Pick<PGliteOptions, 'fs' | 'startParams'>> => {
  // Imported only here, like PGlite itself.
  const { PGlite } = await import('@electric-sql/pglite');
  const { NodeFS: Folder } = await import('@electric-sql/pglite/nodefs');
  class SyncedFolder extends Folder {
    override async init(...[pglite, options]: Parameters<NodeFS['init']>) {
      const { emscriptenOpts } = await super.init(pglite, options);
      const preRun = [
        ...(emscriptenOpts.preRun ?? []),
        (module: object) => letSync((module as { NODEFS: NodeFileSystem }).NODEFS),
      ];
      return { emscriptenOpts: { ...emscriptenOpts, preRun } };
    }
  }
  return {
    fs: new SyncedFolder(directory),
    startParams: [
      // The start parameter `-F` switches `fsync` off.
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
      '-c',
      // The default, `fdatasync`, does nothing in WebAssembly.
      'wal_sync_method=fsync',
      '-c',
      // The default, 128 MB, is zeroed at the start, which takes 0.7 s. The system caches files as well.
      'shared_buffers=16MB',
    ],
  };
};
