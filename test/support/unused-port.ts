// Finds a port for a server that a test starts.
import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port that nobody listens at just now: for programs that cannot be told to choose one. */
export const unusedPort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('No free port');
  return address.port;
};
