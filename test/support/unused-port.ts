// Finds a port for a server that a test starts.
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that systems give to whoever asks for any: one of those could go to another process while the
 * server of a test is about to start, or restarts.
 */
const FIRST = 12_000;
/** Test files run in parallel: each of these workers has ports of its own. */
const PORTS_OF_WORKER = 500;

const worker = Number(process.env.VITEST_POOL_ID ?? 0) % 32;
/** Begins elsewhere in each process, so that two runs on one machine seldom meet. */
let last = process.pid;

const isFree = async (port: number): Promise<boolean> => {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
};

/** A port that is free, and that no other test takes: for programs that cannot choose one, or that restart on it. */
export const unusedPort = async (): Promise<number> => {
  for (let tries = 0; tries < PORTS_OF_WORKER; tries += 1) {
    last += 1;
    const port = FIRST + worker * PORTS_OF_WORKER + (last % PORTS_OF_WORKER);
    if (await isFree(port)) return port;
  }
  throw new Error('No free port');
};
