// The running server's side of the admin channel: a unix socket that only the server's own user can reach.
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readlink, rm, rmdir, symlink } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { listenAt, socketPath } from '../data-folder/unix-socket.js';
import { DomainError } from '../errors/domain-error.js';
import { reasonOf } from '../errors/reason-of.js';
import type { Log } from '../log.js';
import { type AdminAnswer, adminFolder, adminSocket, parseRequest } from './messages.js';
import { readLine } from './read-line.js';

export interface AdminChannelOptions {
  /** This process must own the folder, since sockets that an earlier owner left are removed. */
  readonly dataDirectory: string;
  readonly run: (operation: string, params: unknown) => Promise<unknown>;
  readonly log: Log;
}

export interface AdminChannel {
  close(): Promise<void>;
}

const MAX_REQUEST_BYTES = 65_536;
/** After this time, a connection without a request is closed. */
const IDLE_TIMEOUT_MS = 10_000;
const MODE = 0o600;
const ELSEWHERE = 'chaintrail-';
/** The names that `mkdtemp` makes from that prefix. */
const MADE_ELSEWHERE = /^chaintrail-\w{6}$/;

/**
 * Never throws: where the file system has no sockets, the server logs that and serves without the channel.
 */
export async function openAdminChannel(options: AdminChannelOptions): Promise<AdminChannel> {
  const { dataDirectory, log } = options;
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    void serve(socket, options);
  });
  try {
    const cleanUp = await listen(server, dataDirectory);
    return {
      async close() {
        for (const socket of sockets) socket.destroy();
        server.close();
        await once(server, 'close');
        await cleanUp();
      },
    };
  } catch (error) {
    // It may listen already, with a mode or a link that could not be set.
    server.close();
    log.error('The admin channel could not be opened: stop the server to manage its keys.', error);
    return { close: async () => {} };
  }
}

/** @returns a function that removes the socket from the disk */
async function listen(server: Server, dataDirectory: string): Promise<() => Promise<void>> {
  const folder = adminFolder(dataDirectory);
  const path = adminSocket(dataDirectory);
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o700);
  await removeElsewhere(path);
  // Only the socket is removed, not the whole folder: it may hold files that are not ours.
  await rm(path, { force: true });
  const removeLink = async () => {
    await rm(path, { force: true });
    await rmdir(folder).catch(() => {});
  };
  const at = await socketPath(path);
  if (at !== undefined) {
    await listenAt(server, at.path, MODE).catch(async (error) => {
      await at.release();
      throw error;
    });
    return () => removeLink().finally(at.release);
  }
  // The path is too long for a socket, so the socket is in a private folder of `mkdtemp`, with a link to it here.
  const target = join(await mkdtemp(join(tmpdir(), ELSEWHERE)), 'socket');
  await listenAt(server, target, MODE);
  await symlink(target, path);
  return async () => {
    await removeElsewhere(path);
    await removeLink();
  };
}

/** Removes the folder of the link's target if a server made it: this one, or one that was killed. */
async function removeElsewhere(path: string): Promise<void> {
  const target = await readlink(path).catch(() => '');
  const folder = dirname(target);
  if (dirname(folder) !== tmpdir() || !MADE_ELSEWHERE.test(basename(folder))) return;
  await rm(target, { force: true });
  await rmdir(folder).catch(() => {});
}

async function serve(socket: Socket, options: AdminChannelOptions): Promise<void> {
  socket.on('error', () => socket.destroy());
  socket.setTimeout(IDLE_TIMEOUT_MS, () => socket.destroy());
  const answer = await readLine(socket, MAX_REQUEST_BYTES)
    .then((line) => {
      // No timeout while the operation runs: a backup takes long.
      socket.setTimeout(0);
      return perform(line, options);
    })
    .catch((error) => failure(error, options.log));
  if (!socket.destroyed) socket.end(`${JSON.stringify(answer)}\n`);
}

async function perform(line: string, { run, log }: AdminChannelOptions): Promise<AdminAnswer> {
  const { operation, params } = parseRequest(line);
  const result = await run(operation, params);
  log.info('admin', { operation });
  return { ok: true, result };
}

function failure(error: unknown, log: Log): AdminAnswer {
  if (error instanceof DomainError) return { ok: false, code: error.code, message: error.message };
  log.error('A command through the admin channel failed.', error);
  // The error text may be sent, since only the owner of the data can reach the channel.
  return { ok: false, code: 'INTERNAL_SERVER_ERROR', message: reasonOf(error) };
}
