// Tells which trackers that share a spool are alive, by a socket that each of them listens on.
//
// The kernel closes the socket with its process, however that ends, so neither a late timer, a
// reused process id nor a stopped process can mislead. A process on another machine cannot be
// asked: there a file counts that its owner touches regularly.
import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * How often a living owner touches its file, and after how long without it counts as dead on
 * another machine.
 */
const TOUCH_EVERY_MS = 60_000;
const DEAD_AFTER_MS = 600_000;

/**
 * Bytes. `sun_path` has 104 on macOS and 108 on Linux, less the ending zero and the `~` of a new
 * socket.
 */
const LONGEST_SOCKET_PATH = 102;

const shortHash = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 8);

/**
 * An id that differs after each start of the machine, and is the same in all its containers. Empty
 * where unknown.
 */
const readBootId = (): string => {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
};

/** The hash of a process that may not read the id, as under Node's permission model. */
const UNKNOWN_BOOT = shortHash('');

const OWNER = /^([0-9a-f]{8})-([0-9a-f]{8})-[0-9a-f]{12}$/;

const socketPathOf = (directory: string, owner: string): string => {
  if (process.platform === 'win32') return `\\\\.\\pipe\\chaintrail-${owner}`;
  const path = join(directory, `${owner}.sock`);
  return Buffer.byteLength(path) <= LONGEST_SOCKET_PATH
    ? path
    : join(tmpdir(), `chaintrail-${owner}.sock`);
};

export interface Owner {
  /** Names this tracker among all that share the folder. */
  readonly id: string;
  isAlive(owner: string): Promise<boolean>;
  /** Removes the socket and the file by which a dead owner showed that it was alive. */
  bury(owner: string): void;
  /** Gives up what this tracker wrote, for others to take. */
  release(): void;
}

/** The content of the `.alive` file of an owner that listens on a socket in the same folder. */
const HAD_SOCKET = 'socket';

const readSign = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

/** `missing`: there is no socket, which proves nothing, since some file systems have none. */
type Pulse = 'listening' | 'dead' | 'missing';

/**
 * By error code of connect(2). Any other code, such as that of a busy process's full queue, counts
 * as alive.
 */
const PULSES: Readonly<Record<string, Pulse>> = {
  ECONNREFUSED: 'dead',
  ENOTSOCK: 'dead',
  ENOENT: 'missing',
};

const feelPulse = (path: string): Promise<Pulse> =>
  new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve('listening');
    });
    socket.once('error', ({ code }: NodeJS.ErrnoException) => {
      resolve(PULSES[code ?? ''] ?? 'listening');
    });
  });

/**
 * A socket that is bound but not listening yet refuses connections like a dead process's, and its
 * owner would lose its folder. So it gets its final name only once it listens.
 */
const listen = (server: Server, path: string): void => {
  const isFile = process.platform !== 'win32';
  const hidden = isFile ? `${path}~` : path;
  server.listen({ path: hidden, exclusive: true });
  server.unref();
  if (isFile && existsSync(hidden)) renameSync(hidden, path);
};

/** @param onFault told when the socket cannot be made, or the file cannot be touched */
export const createOwner = (directory: string, onFault: (cause: unknown) => void): Owner => {
  const machine = shortHash(hostname());
  const boot = shortHash(readBootId());
  const id = `${machine}-${boot}-${randomBytes(6).toString('hex')}`;
  const signOf = (owner: string) => join(directory, `${owner}.alive`);

  const bury = (owner: string) => {
    rmSync(signOf(owner), { force: true });
    if (process.platform !== 'win32') rmSync(socketPathOf(directory, owner), { force: true });
  };

  const server = createServer((socket) => socket.destroy());
  server.on('error', onFault);
  const socketPath = socketPathOf(directory, id);
  listen(server, socketPath);
  // A process that dies leaves its socket file behind, which then refuses connections; one that
  // ends in order removes it. So where a socket was, a missing one means death. Not so in the
  // system's temporary folder, which others may clean up.
  const isProof = dirname(socketPath) === directory && existsSync(socketPath);
  try {
    writeFileSync(signOf(id), isProof ? HAD_SOCKET : '', { mode: 0o600 });
  } catch (cause) {
    // The disk is full: cleans up, so that the next process finds no sign of this owner.
    server.close();
    bury(id);
    throw cause;
  }
  const touch = setInterval(() => {
    try {
      utimesSync(signOf(id), new Date(), new Date());
    } catch (cause) {
      onFault(cause);
    }
  }, TOUCH_EVERY_MS);
  touch.unref();

  const wasTouched = (owner: string): boolean => {
    try {
      return statSync(signOf(owner)).mtimeMs > statSync(signOf(id)).mtimeMs - DEAD_AFTER_MS;
    } catch {
      return false;
    }
  };

  return {
    id,
    isAlive: async (owner) => {
      const [, itsMachine, itsBoot] = OWNER.exec(owner) ?? [];
      // The same kernel, even in another container with another host name. Where one of the two
      // could not read the boot id, the host name decides.
      const isUnknown = [boot, itsBoot].includes(UNKNOWN_BOOT);
      if (itsBoot === boot || (itsMachine === machine && isUnknown)) {
        const itsPath = socketPathOf(directory, owner);
        const pulse = await feelPulse(itsPath);
        if (pulse !== 'missing') return pulse === 'listening';
        // Where this process sees the folder under a longer path, as in a mount, it did not look
        // beside the file.
        const isProven = dirname(itsPath) === directory && readSign(signOf(owner)) === HAD_SOCKET;
        return !isProven && wasTouched(owner);
      }
      // The same machine, but started again since.
      if (itsMachine === machine) return false;
      return wasTouched(owner);
    },
    bury,
    release: () => {
      clearInterval(touch);
      server.close();
      bury(id);
    },
  };
};
