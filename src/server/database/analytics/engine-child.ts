// A single chDB process, seen from the server: starts it, calls it, and notices its end.
import { type ChildProcess, fork } from 'node:child_process';
import { reasonOf } from '../../errors/reason-of.js';
import { createTurns } from '../../limits/turns.js';
import {
  DatabaseQueryError,
  DatabaseUnavailableError,
  StatementHungError,
} from '../database-errors.js';
import type { EngineAnswer, EngineCall, Open } from './engine-messages.js';

/** The directory is locked by a live owner, or by an orphaned child that is about to end. */
export class DirectoryLockedError extends Error {
  override readonly name = 'DirectoryLockedError';
}

/** A running chDB process with its directory open. */
export interface EngineChild {
  readonly pid: number;
  /**
   * @param timeoutMs after which a child that has not answered is taken to be hung, and killed. A call also waits
   * no longer than that for its turn
   * @throws DatabaseQueryError when the engine refuses, StatementHungError for the call at which it hung,
   * DatabaseUnavailableError when the child ends or is too busy
   */
  call(call: EngineCall, timeoutMs: number): Promise<Uint8Array>;
  /** Resolves when the process is gone. */
  readonly ended: Promise<void>;
  kill(): void;
}

export interface EngineLimits {
  /** Statements running at once; others wait for their turn. */
  readonly concurrency: number;
}

interface PendingCall {
  readonly resolve: (json: Uint8Array) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** chDB's message on stderr; the JavaScript error does not tell why it could not open. */
const LOCKED = /Cannot lock file/;

/** How much of stderr is kept, to report why a child died. */
const STDERR_TAIL_CHARS = 4_000;

/** Passes only what the engine needs, because SQL could read the server's secrets from /proc/self/environ. */
const childEnvironment = (): NodeJS.ProcessEnv => {
  const { PATH, HOME, TMPDIR, LD_LIBRARY_PATH, NODE_OPTIONS } = process.env;
  // With Yarn's Plug'n'Play they load what finds packages, and reads files that lie in archives.
  const plugNPlay = process.versions.pnp ? { NODE_OPTIONS } : {};
  const passed = { PATH, HOME, TMPDIR, LD_LIBRARY_PATH, ...plugNPlay };
  const kept = Object.entries(passed).filter(([, value]) => value);
  return {
    ...Object.fromEntries(kept),
    TZ: 'UTC',
    // Statements block libuv's threads (four by default), which the engine's file reads need as well.
    UV_THREADPOOL_SIZE: '16',
  };
};

const spawnChild = (file: string): ChildProcess =>
  fork(file, {
    // Otherwise WebAssembly's trap handler and chDB's signal handlers deadlock on a fatal signal.
    execArgv: ['--disable-wasm-trap-handler'],
    env: childEnvironment(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });

const watchEnd = (child: ChildProcess) => {
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_TAIL_CHARS);
  });
  const ended = new Promise<{ how: string; stderr: string }>((resolve) => {
    child.on('error', (error) => resolve({ how: error.message, stderr }));
    // 'close' follows 'exit' once all of stderr has been read.
    child.once('close', (code, signal) => {
      resolve({ how: signal ? `killed by ${signal}` : `exit code ${code}`, stderr: stderr.trim() });
    });
  });
  return ended;
};

const createCalls = (child: ChildProcess, concurrency: number) => {
  const turns = createTurns(concurrency, () => {
    const message = `The analytics engine is busy: ${concurrency} statements run, and others wait for them.`;
    return new DatabaseUnavailableError(message);
  });
  const pending = new Map<number, PendingCall>();
  let lastId = 0;
  let endedBecause: Error | null = null;

  const settle = (id: number): PendingCall | undefined => {
    const found = pending.get(id);
    pending.delete(id);
    clearTimeout(found?.timer);
    return found;
  };
  child.on('message', (answer: EngineAnswer) => {
    const found = settle(answer.id);
    if (answer.ok) found?.resolve(answer.json);
    else found?.reject(new DatabaseQueryError(answer.failure.message, answer.failure.code));
  });

  const send = (call: EngineCall, timeoutMs: number) =>
    new Promise<Uint8Array>((resolve, reject) => {
      if (endedBecause) return reject(endedBecause);
      lastId += 1;
      const id = lastId;
      const timer = setTimeout(() => {
        const message = `The analytics engine gave no answer within ${timeoutMs} ms and was stopped.`;
        settle(id)?.reject(new StatementHungError(message));
        child.kill('SIGKILL');
      }, timeoutMs);
      pending.set(id, { resolve, reject, timer });
      // A failed send means that the child is gone: 'close' follows, which rejects all pending calls.
      child.send({ ...call, id }, () => {});
    });

  return {
    call: (call: EngineCall, timeoutMs: number) =>
      call.kind === 'run' && !call.urgent
        ? turns.take(() => send(call, timeoutMs), timeoutMs)
        : send(call, timeoutMs),
    rejectAll: (error: Error) => {
      endedBecause = error;
      for (const id of [...pending.keys()]) settle(id)?.reject(error);
    },
  };
};

/**
 * Starts the process and opens the directory.
 *
 * @param file the built `chdb-child.js`
 * @throws DirectoryLockedError when another process has the directory
 * @throws DatabaseUnavailableError when it cannot be started or opened, with the reason
 */
export const startEngineChild = async (
  file: string,
  { concurrency, ...open }: Omit<Open, 'kind'> & EngineLimits,
  timeoutMs: number,
): Promise<EngineChild> => {
  const child = spawnChild(file);
  const calls = createCalls(child, concurrency);
  const end = watchEnd(child).then((how) => {
    const detail = how.stderr === '' ? '' : `: ${how.stderr}`;
    calls.rejectAll(
      new DatabaseUnavailableError(`The analytics engine ended (${how.how})${detail}`),
    );
    return how;
  });
  try {
    await calls.call({ kind: 'open', ...open }, timeoutMs);
  } catch (error) {
    child.kill('SIGKILL');
    const { stderr } = await end;
    if (LOCKED.test(stderr)) throw new DirectoryLockedError(open.directory);
    const message = `The analytics database in ${open.directory} cannot be opened: ${reasonOf(error)}. ${stderr}`;
    throw new DatabaseUnavailableError(message.trim());
  }
  return {
    pid: child.pid ?? 0,
    call: calls.call,
    ended: end.then(() => {}),
    kill: () => void child.kill('SIGKILL'),
  };
};
