// The child process that owns the analytics directory: an entry of its own, started by the server.
import { reasonOf } from '../../reason-of.js';
import { type ChdbSessions, openChdb } from './chdb-sessions.js';
import type { EngineAnswer, EngineFailure, EngineRequest } from './engine-messages.js';

// What the engine writes, a backup too, is read by nobody else, wherever it is written.
process.umask(0o077);

const NO_OUTPUT = new Uint8Array();

let sessions: ChdbSessions | null = null;

const describe = (error: unknown): EngineFailure => ({
  message: reasonOf(error),
  code:
    error instanceof Error && 'clickhouseCode' in error && error.clickhouseCode
      ? String(error.clickhouseCode)
      : null,
});

const perform = async (request: EngineRequest): Promise<Uint8Array> => {
  if (request.kind === 'open') {
    sessions = await openChdb(request);
    return NO_OUTPUT;
  }
  if (!sessions) throw new Error('The engine is not open.');
  if (request.kind === 'run') return sessions.run(request);
  await sessions.close();
  return NO_OUTPUT;
};

const answer = (message: EngineAnswer, then?: () => void): void => {
  process.send?.(message, undefined, undefined, then);
};

const receive = async (request: EngineRequest): Promise<void> => {
  try {
    const json = await perform(request);
    const end = request.kind === 'close' ? () => process.exit(0) : undefined;
    answer({ id: request.id, ok: true, json }, end);
  } catch (error) {
    const end = request.kind === 'open' ? () => process.exit(1) : undefined;
    answer({ id: request.id, ok: false, failure: describe(error) }, end);
  }
};

process.on('message', (request: EngineRequest) => void receive(request));

// The server is gone, whatever killed it: the directory must be free for the next one at once.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

// Ctrl-C and a service manager's stop reach the whole group; the server decides when this one ends.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
