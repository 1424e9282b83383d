// Shows that this process is alive to processes in other containers, where its pid means nothing: by a unix
// socket, which the kernel closes when the process ends, however it ends.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { listenAt, reachSocket, socketPath } from './unix-socket.js';

export interface Presence {
  /** The socket's path; `null` where none can be made: on some mounts, or where the path is too long. */
  readonly socket: string | null;
  end(): Promise<void>;
}

/** Any user who may enter the folder may connect; nothing is sent over the socket. */
const MODE = 0o666;

const UNSHOWN: Presence = { socket: null, end: async () => {} };

/** @param prefix of the socket's path; other processes may have sockets with the same prefix */
export async function showPresence(prefix: string): Promise<Presence> {
  const socket = `${prefix}.${randomBytes(8).toString('hex')}.socket`;
  const at = await socketPath(socket);
  if (at === undefined) return UNSHOWN;
  const server = createServer((asking) => asking.destroy());
  try {
    await listenAt(server, at.path, MODE);
  } catch {
    server.close();
    await at.release();
    return UNSHOWN;
  }
  // An error while accepting is ignored: whoever connects has seen that the process is alive all the same.
  server.on('error', () => {});
  server.unref();
  return {
    socket,
    async end() {
      server.close();
      await once(server, 'close');
      await at.release();
    },
  };
}

/** Whether the process that made the socket is alive. The socket of a dead process is removed. */
export async function isPresent(socket: string): Promise<boolean> {
  // Other errors, such as a full backlog (EAGAIN), occur only where a process listens, so they count as alive.
  const asked = await reachSocket(socket).catch(() => 'refused' as const);
  if (asked === 'refused') return true;
  asked?.destroy();
  if (asked === undefined) await rm(socket, { force: true }).catch(() => {});
  return asked !== undefined;
}
