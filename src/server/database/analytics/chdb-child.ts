// The entry of the child process that runs chDB and owns the analytics directory.
import { reasonOf } from '../../errors/reason-of.js';
import { STOP_SIGNALS } from '../../stop-signals.js';
import { type ChdbSessions, openChdb } from './chdb-sessions.js';
import type { EngineAnswer, EngineFailure, EngineRequest } from './engine-messages.js';

// All files that the engine writes, backups too, are readable by this user alone.
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

// The server has ended, maybe killed: this process must free the directory for the next server at once.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

// They are sent to the whole process group, but the server decides when this process ends.
for (const signal of STOP_SIGNALS) process.on(signal, () => {});
