// Connects to the socket of the server that has a data folder open.
import { once } from 'node:events';
import { realpath } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { adminSocket } from './messages.js';

/** There is no socket, nobody listens on it any more, or it is not ours to use. */
const ABSENT = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTDIR', 'ENOTSOCK']);

/** `undefined` when no server listens on this data folder. */
export async function reachAdmin(dataDirectory: string): Promise<Socket | undefined> {
  try {
    const socket = connect(await realpath(adminSocket(dataDirectory)));
    await once(socket, 'connect');
    return socket;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (ABSENT.has(code)) return undefined;
    throw error;
  }
}
