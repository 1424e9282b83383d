// The running server's side of the admin channel: a unix socket that only its owner can reach.
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readlink, rm, rmdir, symlink } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { DomainError } from '../domain-error.js';
import type { Log } from '../log.js';
import { reasonOf } from '../reason-of.js';
import { listenAt, socketPath } from '../unix-socket.js';
import { type AdminAnswer, adminFolder, adminSocket, parseRequest } from './messages.js';
import { readLine } from './read-line.js';

export interface AdminChannelOptions {
  /** This process must own it: what an earlier owner left is removed. */
  readonly dataDirectory: string;
  readonly run: (operation: string, params: unknown) => Promise<unknown>;
  readonly log: Log;
}

export interface AdminChannel {
  close(): Promise<void>;
}

const MAX_REQUEST_BYTES = 65_536;
/** Of a caller that says nothing. */
const IDLE_TIMEOUT_MS = 10_000;
const MODE = 0o600;
const ELSEWHERE = 'chaintrail-';
/** What `mkdtemp` makes of it. */
const MADE_ELSEWHERE = /^chaintrail-\w{6}$/;

/** Never throws: a server whose file system has no sockets serves all the same, and says so. */
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
    log.error('The admin channel could not be opened: stop the server to manage its keys.', error);
    return { close: async () => {} };
  }
}

/** @returns what removes it from the disk */
async function listen(server: Server, dataDirectory: string): Promise<() => Promise<void>> {
  const folder = adminFolder(dataDirectory);
  const path = adminSocket(dataDirectory);
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o700);
  await removeElsewhere(path);
  // Never more than that: the folder may hold what is not ours.
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
  // `mkdtemp` makes folders that nobody else may enter.
  const target = join(await mkdtemp(join(tmpdir(), ELSEWHERE)), 'socket');
  await listenAt(server, target, MODE);
  await symlink(target, path);
  return async () => {
    await removeElsewhere(path);
    await removeLink();
  };
}

/** The folder that a link leads to, if a server made it: this one, or one that was killed. */
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
      // The work may take its time: a backup does.
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
  // To the owner of the data, who may know what happened.
  return { ok: false, code: 'INTERNAL_SERVER_ERROR', message: reasonOf(error) };
}
