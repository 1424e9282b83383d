// An events server on loopback with scripted answers.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { asyncListener } from '../support/async-listener.js';

export interface Received {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingMessage['headers'];
  /** The body, decompressed if it was compressed. */
  readonly body: string;
}

/** How one request is answered. */
export type Answer = (response: ServerResponse) => void;

export interface Collector {
  readonly origin: string;
  readonly received: readonly Received[];
  /** The next requests get these answers in order; the last one is repeated. */
  script(...answers: readonly Answer[]): void;
  close(): Promise<void>;
}

export const answer =
  (status: number, body = '', headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, headers).end(body);
  };

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  return (request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
};

export const startCollector = async (): Promise<Collector> => {
  const received: Received[] = [];
  let answers: readonly Answer[] = [answer(200)];
  const take = asyncListener(async (request, response) => {
    const { method, url: path, headers } = request;
    received.push({ method, path, headers, body: await readBody(request) });
    const [next, ...rest] = answers;
    if (rest.length > 0) answers = rest;
    next?.(response);
  });
  const server = createServer(take);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    received,
    script: (...next) => {
      answers = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
