// A TCP proxy in front of a server, which can lose its answers while all connections stay open, as a proxy or a pooler
// does that has lost the other side.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  readonly port: number;
  /**
   * What becomes of answers from now on: `pass`; `lose` them; or `stall` each before its end. Once a part of an answer
   * was lost on a connection, nothing more comes on it.
   */
  answers: 'pass' | 'lose' | 'stall';
  /** How many connections are open. */
  connections(): number;
  stop(): void;
}

/** How much of an answer is held back: less than its head, at least a part of its end. */
const END_BYTES = 2;

export const startTcpProxy = async (targetPort: number): Promise<TcpProxy> => {
  const clients = new Set<Socket>();
  const accept = (client: Socket): void => {
    const target = connect(targetPort, '127.0.0.1');
    let isLost = false;
    clients.add(client);
    const end = (): void => {
      clients.delete(client);
      target.destroy();
    };
    client.on('error', end).on('close', end).pipe(target);
    target.on('error', () => client.destroy());
    target.on('close', () => {
      if (!isLost) client.end();
    });
    target.on('data', (answer) => {
      if (isLost) return;
      isLost = proxy.answers !== 'pass';
      if (proxy.answers === 'lose') return;
      client.write(isLost ? answer.subarray(0, -END_BYTES) : answer);
    });
  };
  const server = createServer(accept).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const proxy: TcpProxy = {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    answers: 'pass',
    connections: () => clients.size,
    stop() {
      server.close();
      for (const client of clients) client.destroy();
    },
  };
  return proxy;
};
