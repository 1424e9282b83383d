// Unix sockets at paths of any length, although the kernel's socket address holds only about 100 bytes.
import { once } from 'node:events';
import { chmod, open, realpath } from 'node:fs/promises';
import { connect, type Server, type Socket } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { exists } from './exists.js';

/** The longest path that fits every kernel's socket address (104 bytes on macOS, 108 on Linux). */
const MAX_PATH_BYTES = 103;

/** A path short enough for the kernel; valid until it is released. */
export interface SocketPath {
  readonly path: string;
  release(): Promise<void>;
}

/** `undefined` when the path is too long and the system has no /proc/self/fd, which Linux has. */
export async function socketPath(file: string): Promise<SocketPath | undefined> {
  if (Buffer.byteLength(file) <= MAX_PATH_BYTES) return { path: file, release: async () => {} };
  const folder = await open(dirname(file), 'r');
  const path = join('/proc/self/fd', `${folder.fd}`);
  const release = () => folder.close();
  if (await exists(path)) return { path: join(path, basename(file)), release };
  await release();
  return undefined;
}

/** @throws what listening throws, such as EADDRINUSE, or EPERM where the file system has no sockets */
export async function listenAt(server: Server, path: string, mode: number): Promise<void> {
  server.listen(path);
  await once(server, 'listening');
  await chmod(path, mode);
}

/** Errors that mean that the socket does not exist, or that nobody listens on it any more. */
const ABSENT = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTDIR', 'ENOTSOCK']);

/** `undefined` when nobody listens there. */
export async function reachSocket(file: string): Promise<Socket | undefined> {
  let at: SocketPath | undefined;
  try {
    at = await socketPath(await realpath(file));
    if (at === undefined) return undefined;
    const socket = connect(at.path);
    await once(socket, 'connect');
    return socket;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (ABSENT.has(code)) return undefined;
    throw error;
  } finally {
    await at?.release();
  }
}
