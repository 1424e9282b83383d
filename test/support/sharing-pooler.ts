// A pooler that gives all its clients one session of the server, as PgBouncer does with `pool_mode = transaction` while
// no transactions overlap.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import pg from 'pg';

export interface SharingPooler {
  /** The URL of the database, through the pooler. */
  readonly url: string;
  stop(): void;
}

/** AuthenticationOk, ReadyForQuery: https://www.postgresql.org/docs/current/protocol-message-formats.html */
const WELCOME = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1');
const TERMINATE = 'X'.charCodeAt(0);

/** @param target URL of a database */
export const startSharingPooler = async (target: string): Promise<SharingPooler> => {
  const session = new pg.Client({ connectionString: target });
  await session.connect();
  session.on('error', () => {});
  const server = session.connection.stream;
  let asking: Socket | undefined;
  server.removeAllListeners('data').on('data', (answer) => asking?.write(answer));
  const listener = createServer((client) => {
    client.once('data', () => {
      client.write(WELCOME);
      client.on('data', (question) => {
        if (question[0] === TERMINATE) return client.end();
        asking = client;
        return server.write(question);
      });
    });
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const url = new URL(target);
  url.port = String((listener.address() as AddressInfo).port);
  return {
    url: url.href,
    stop() {
      listener.close();
      server.destroy();
    },
  };
};
