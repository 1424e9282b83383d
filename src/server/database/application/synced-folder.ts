// The folder of PGlite on a disk that is told to keep what Postgres commits.
//
// PGlite runs Postgres without `fsync`, and its file system of Node has no such operation: a power cut
// would take the last seconds along, or leave data that the log does not know of.
import { closeSync, fsyncSync, openSync } from 'node:fs';
import type { PGliteOptions } from '@electric-sql/pglite';
import type { NodeFS } from '@electric-sql/pglite/nodefs';

/** An open file or folder of Emscripten: of a folder there is no descriptor. */
interface Stream {
  readonly nfd?: number;
  readonly node: object;
}

/** What is used of Emscripten's file system of Node. */
interface NodeFileSystem {
  readonly stream_ops: { fsync?: (stream: Stream) => number };
  realPath(node: object): string;
}

/** EIO as WASI numbers it: Postgres then stops, since nobody knows what is on the disk. */
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

/** The options by which PGlite keeps its data in `directory` and each commit survives a power cut. */
export const inSyncedFolder = async (
  directory: string,
): Promise<Pick<PGliteOptions, 'fs' | 'startParams'>> => {
  // Loaded here, as PGlite itself is.
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
      // `-F` is what switches `fsync` off.
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
      '-c',
      // By default `fdatasync`, which does nothing in WebAssembly.
      'wal_sync_method=fsync',
      '-c',
      // By default 128 MB, all written with zeros at the start: 0.7 s. The system keeps pages of files, too.
      'shared_buffers=16MB',
    ],
  };
};
