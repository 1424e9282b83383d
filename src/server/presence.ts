// Shows that this process lives also where its number means nothing, as in another container: by a socket,
// which the kernel closes with the process however it ends.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { listenAt, reachSocket, socketPath } from './unix-socket.js';

export interface Presence {
  /** The socket; `null` where none can be made: on some mounts, or where the path is too long. */
  readonly socket: string | null;
  end(): Promise<void>;
}

/** Whoever may enter the folder may ask; nothing is said. */
const MODE = 0o666;

const UNSHOWN: Presence = { socket: null, end: async () => {} };

/** @param prefix of the socket's path: others may make theirs beside it */
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
  // Whoever asks has seen that somebody listens, also where there was no room to take the call.
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

/** Whether the process that made the socket lives; what a dead one left is removed. */
export async function isPresent(socket: string): Promise<boolean> {
  // What else can go wrong, such as that too many ask at once, does so where somebody listens.
  const asked = await reachSocket(socket).catch(() => 'refused' as const);
  if (asked === 'refused') return true;
  asked?.destroy();
  if (asked === undefined) await rm(socket, { force: true }).catch(() => {});
  return asked !== undefined;
}
