// Accepts the requests of any SDK, and counts events and bytes.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

export interface Sink {
  readonly url: string;
  /** Sets the script of the page, and resets the counters. */
  reset(script: string): void;
  events(): number;
  /** The total size of the bodies and paths of all requests that contained events. */
  bytes(): number;
  stop(): Promise<void>;
}

const PAGE = '<!doctype html><title>Bench</title><script type="module" src="/script.js"></script>';

const decode = (body: Buffer): string => {
  const isZipped = body[0] === 0x1f && body[1] === 0x8b;
  return (isZipped ? gunzipSync(body) : body).toString('utf8');
};

/** Cross-origin isolation, which gives the page the most precise clock that browsers allow. */
const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

export const startSink = async (): Promise<Sink> => {
  let script = '';
  let events = 0;
  let bytes = 0;

  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const found = decode(body).match(/bench_step/g)?.length ?? 0;
    events += found;
    if (found > 0) bytes += body.length + (request.url ?? '').length;
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":1}');
  };
  const server = createServer((request, response) => {
    // Only GET serves the page, because some SDKs post their events to `/`.
    if (request.method === 'GET' && request.url === '/') {
      response.writeHead(200, { 'content-type': 'text/html', ...ISOLATED }).end(PAGE);
    } else if (request.url === '/script.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    } else take(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reset: (next) => {
      script = next;
      events = 0;
      bytes = 0;
    },
    events: () => events,
    bytes: () => bytes,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};
