// A TCP proxy in front of a server, which can lose its answers while all connections stay open, as a proxy or a pooler
// does that has lost the other side.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  /** The URL of the server, through the proxy. */
  readonly url: string;
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

/** @param target URL of a server on this machine */
export const startTcpProxy = async (target: string): Promise<TcpProxy> => {
  const url = new URL(target);
  const targetPort = Number(url.port);
  const clients = new Set<Socket>();
  const accept = (client: Socket): void => {
    const server = connect(targetPort, '127.0.0.1');
    let isLost = false;
    clients.add(client);
    const end = (): void => {
      clients.delete(client);
      server.destroy();
    };
    client.on('error', end).on('close', end).pipe(server);
    server.on('error', () => client.destroy());
    server.on('close', () => {
      if (!isLost) client.end();
    });
    server.on('data', (answer) => {
      if (isLost) return;
      isLost = proxy.answers !== 'pass';
      if (proxy.answers === 'lose') return;
      client.write(isLost ? answer.subarray(0, -END_BYTES) : answer);
    });
  };
  const listener = createServer(accept).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  url.port = String((listener.address() as AddressInfo).port);
  const proxy: TcpProxy = {
    url: url.href,
    answers: 'pass',
    connections: () => clients.size,
    stop() {
      listener.close();
      for (const client of clients) client.destroy();
    },
  };
  return proxy;
};
