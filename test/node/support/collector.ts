// An events endpoint on loopback with scripted answers, which remembers the events that it
// accepted.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { unusedPort } from '../../support/unused-port.js';

export interface CollectedEvent {
  readonly type: string;
  readonly event: string | null;
  readonly message_id: string;
  readonly anonymous_id: string | null;
  readonly user_id: string | null;
  readonly address: string | null;
  readonly session_id: string | null;
  readonly original_timestamp: string;
  readonly channel: string;
  readonly properties: Readonly<Record<string, unknown>> | null;
  readonly context: Readonly<Record<string, unknown>>;
}

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface CollectedRequest {
  readonly headers: IncomingMessage['headers'];
  readonly events: readonly CollectedEvent[];
  readonly bytes: number;
  readonly at: number;
}

export const OK: Answer = { status: 200 };

export interface Collector {
  readonly url: string;
  readonly requests: CollectedRequest[];
  /** The events that were answered with 200, one for each message id. */
  readonly kept: Map<string, CollectedEvent>;
  /** The number of events that arrived again after they were accepted. */
  repeated: number;
  connections: number;
  /** Undefined: the request is never answered. */
  answer: (request: CollectedRequest) => Answer | undefined;
  names(): (string | null)[];
  /** Closes idle connections, as a proxy does. */
  hangUp(): void;
  close(): Promise<void>;
}

const readEvents = async (request: IncomingMessage) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const sent = Buffer.concat(chunks);
  const isZipped = request.headers['content-encoding'] === 'gzip';
  const text = (isZipped ? gunzipSync(sent) : sent).toString();
  return { bytes: sent.length, events: JSON.parse(text) as CollectedEvent[] };
};

/** @param given the port of one that was closed. Default: one that nobody else takes meanwhile */
export const startCollector = async (given?: number): Promise<Collector> => {
  const port = given ?? (await unusedPort());
  const take = async (incoming: IncomingMessage, response: ServerResponse) => {
    const { bytes, events } = await readEvents(incoming);
    const request = { headers: incoming.headers, events, bytes, at: performance.now() };
    collector.requests.push(request);
    const answer = collector.answer(request);
    if (!answer) return;
    if (answer.status === 200) {
      for (const event of events) {
        if (collector.kept.has(event.message_id)) collector.repeated += 1;
        collector.kept.set(event.message_id, event);
      }
    }
    const plain =
      answer.status === 200
        ? { successful_rows: events.length, quarantined_rows: 0 }
        : { error: `answered ${answer.status}` };
    response.writeHead(answer.status, answer.headers).end(answer.body ?? JSON.stringify(plain));
  };
  const server = createServer((incoming, response) => {
    take(incoming, response).catch(() => incoming.destroy());
  });
  server.on('connection', () => {
    collector.connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const collector: Collector = {
    url: `http://127.0.0.1:${port}`,
    requests: [],
    kept: new Map(),
    repeated: 0,
    connections: 0,
    answer: () => OK,
    names: () => [...collector.kept.values()].map(({ event }) => event),
    hangUp: () => server.closeIdleConnections(),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return collector;
};
