// A receiver of webhooks on loopback with scripted answers, which records its requests.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { asyncListener } from '../../support/async-listener.js';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: JSON whose parts tests read.
  readonly json: any;
}

export type Script = (response: ServerResponse, received: Received) => void;

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** Answers every request from now on; the first script answers 200. */
  script: Script;
  close(): Promise<void>;
}

export const answering =
  (status: number, headers: Readonly<Record<string, string>> = {}, body = ''): Script =>
  (response) => {
    response.writeHead(status, headers).end(body);
  };

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const receive = asyncListener(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const text = Buffer.concat(parts).toString('utf8');
    const one = {
      path: request.url ?? '',
      headers: request.headers,
      text,
      json: text === '' ? undefined : JSON.parse(text),
    };
    received.push(one);
    receiver.script(response, one);
  });
  const server = createServer(receive).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}`,
    received,
    script: answering(200),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}
