// Tells which processes that share a spool are alive, by a socket that each of them listens on.
//
// The kernel closes the socket with its process, whatever ended it, and no timer, no number that is used
// again and no stopped process can deceive it. A process on another machine cannot be asked: there a file
// that its owner touches tells.
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

/** How often a living owner touches its file, and after how long without it counts as dead elsewhere. */
const TOUCH_EVERY_MS = 60_000;
const DEAD_AFTER_MS = 600_000;

/** `sun_path` has 104 bytes on macOS and 108 on Linux, with its end and what a new socket is called by. */
const LONGEST_SOCKET_PATH = 102;

const shortHash = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 8);

/** Different after each start of the machine; the same in all its containers. Empty where unknown. */
const readBootId = (): string => {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
};

/** What a process says that may not read it, as under a permission model. */
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
  /** Removes what a dead owner showed its life by. */
  bury(owner: string): void;
  /** From now on what this tracker wrote is left over. */
  release(): void;
}

/** What the sign of life of an owner says that listens on a socket beside it. */
const HAD_SOCKET = 'socket';

const readSign = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

/** `missing`: no socket there, as where a file system has none; that proves nothing. */
type Pulse = 'listening' | 'dead' | 'missing';

/** Codes of connect(2); any other, such as a full queue of a busy process, speaks for life. */
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
 * A socket that is bound refuses whoever asks before it is listened on, as a dead process's does: one that
 * was asked then lost its folder while it lived. So others do not find it before.
 */
const listen = (server: Server, path: string): void => {
  const isFile = process.platform !== 'win32';
  const hidden = isFile ? `${path}~` : path;
  server.listen({ path: hidden, exclusive: true });
  server.unref();
  if (isFile && existsSync(hidden)) renameSync(hidden, path);
};

/** @param onFault the socket cannot be made, or the sign of life cannot be given */
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
  // A process that ends in order takes its socket away: where one was, a missing one means death. Not in
  // the system's folder for temporary files, which others may tidy up.
  const isProof = dirname(socketPath) === directory && existsSync(socketPath);
  try {
    writeFileSync(signOf(id), isProof ? HAD_SOCKET : '', { mode: 0o600 });
  } catch (cause) {
    // A full disk: nobody lives here, and the next one is to find nothing.
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
      // The same kernel: also of another container, whose name of the machine is its own. Where one of the
      // two could not read its start, the machine was not shown to have started again.
      const isUnknown = [boot, itsBoot].includes(UNKNOWN_BOOT);
      if (itsBoot === boot || (itsMachine === machine && isUnknown)) {
        const itsPath = socketPathOf(directory, owner);
        const pulse = await feelPulse(itsPath);
        if (pulse !== 'missing') return pulse === 'listening';
        // Whoever finds the folder under a longer path, as where it is mounted, did not look beside the sign.
        const isProven = dirname(itsPath) === directory && readSign(signOf(owner)) === HAD_SOCKET;
        return !isProven && wasTouched(owner);
      }
      // The same machine, started again since.
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
