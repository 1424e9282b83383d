// The command line's side of the admin channel: asks the server that owns a data folder.

import { reachSocket } from '../data-folder/unix-socket.js';
import { DomainError } from '../errors/domain-error.js';
import { adminSocket, parseAnswer } from './messages.js';
import type { Admin, AdminOperation, AdminOutput } from './operations.js';
import { readLine } from './read-line.js';

/** Far above the answer with the list of all keys of a large server. */
const MAX_ANSWER_BYTES = 256_000_000;

/** Opens a connection for each call. `undefined` when no server listens on this data folder. */
export async function connectAdmin(dataDirectory: string): Promise<Admin | undefined> {
  const probe = await reachSocket(adminSocket(dataDirectory));
  if (probe === undefined) return undefined;
  probe.destroy();
  return {
    async call<O extends AdminOperation>(operation: O, params: unknown) {
      const socket = await reachSocket(adminSocket(dataDirectory));
      if (socket === undefined) throw lost();
      socket.end(`${JSON.stringify({ operation, params })}\n`);
      const answer = parseAnswer(
        await readLine(socket, MAX_ANSWER_BYTES).finally(() => socket.destroy()),
      );
      if (answer === undefined) throw lost();
      if (answer.ok) return answer.result as AdminOutput<O>;
      throw new DomainError(answer.code, answer.message);
    },
  };
}

const lost = (): DomainError =>
  new DomainError(
    'SERVICE_UNAVAILABLE',
    'The server stopped before it answered. Check whether the command took effect before you repeat it.',
  );
