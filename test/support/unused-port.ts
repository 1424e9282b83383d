// Finds a port for a server that a test starts.
import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port that is free at the moment, for programs that cannot choose a free port by themselves. */
export const unusedPort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('No free port');
  return address.port;
};
