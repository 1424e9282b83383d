// A web site of a few pages on a loopback port, which serves as the origin of a dapp in browser tests.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StaticServer {
  /** The origin, without a trailing slash. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Serves HTML by path; every other path is 404. */
export const startStaticServer = async (
  pages: Readonly<Record<string, string>>,
): Promise<StaticServer> => {
  const server = createServer((request, response) => {
    const page = pages[(request.url ?? '/').split('?')[0] ?? '/'];
    response.writeHead(page === undefined ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
    });
    response.end(page ?? 'Not found');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
};
