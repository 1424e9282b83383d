// A scripted stand-in for the events endpoint: answers as a test decides, and records everything that arrives.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { asyncListener } from './async-listener.js';
import { unusedPort } from './unused-port.js';

/** The part of a received event that tests read. */
export interface ArrivedEvent {
  readonly message_id: string;
  readonly event: string | null;
  readonly original_timestamp: string;
  readonly sent_at: string;
  readonly properties: Readonly<Record<string, unknown>> | null;
}

/** One `POST /v0/raw_events`. */
export interface Post {
  readonly events: readonly ArrivedEvent[];
  /** The length of the body after decompression. */
  readonly bytes: number;
  readonly headers: IncomingMessage['headers'];
  /** Time of arrival in milliseconds by `performance.now()`, which never goes backwards. */
  readonly at: number;
}

/**
 * How a post is answered: with a status, with a status and headers, never (`hang`), or by cutting the
 * connection after the events were kept (`cut`).
 */
export type Answer =
  | number
  | { readonly status: number; readonly headers: Readonly<Record<string, string>> }
  | 'hang'
  | 'cut';

export interface Collector {
  /** The origin, without a trailing slash. It stays the same after `close` and `open`. */
  readonly url: string;
  readonly posts: readonly Post[];
  /** Every event answered with 2xx or `cut`, by message id, in the order of arrival. */
  readonly kept: ReadonlyMap<string, ArrivedEvent>;
  /** Message ids that arrived again with different content. */
  readonly changed: readonly string[];
  /** The highest number of posts in progress at the same time. */
  mostAtOnce(): number;
  /** The number of posts without events. */
  emptyPosts(): number;
  /** Lets `answer` decide from now on; until the first call, every answer is 200. */
  script(answer: (post: Post) => Answer | Promise<Answer>): void;
  /** Refuses connections until `open`. */
  close(): Promise<void>;
  open(): Promise<void>;
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': 'authorization, content-type, content-encoding, *',
  'access-control-expose-headers': 'Retry-After, X-Request-Id',
};

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const readPost = async (request: IncomingMessage): Promise<Post> => {
  const body = await readBody(request);
  const isZipped = request.headers['content-encoding'] === 'gzip';
  const inflated = isZipped ? gunzipSync(body) : body;
  return {
    events: JSON.parse(inflated.toString('utf8') || '[]') as ArrivedEvent[],
    bytes: inflated.length,
    headers: request.headers,
    at: performance.now(),
  };
};

const createMemory = () => {
  const posts: Post[] = [];
  const kept = new Map<string, ArrivedEvent>();
  const contents = new Map<string, string>();
  const changed: string[] = [];
  return {
    posts,
    kept,
    changed,
    arrive: (post: Post) => {
      posts.push(post);
      for (const { sent_at: _, ...event } of post.events) {
        const content = JSON.stringify(event);
        const before = contents.get(event.message_id);
        if (before !== undefined && before !== content) changed.push(event.message_id);
        contents.set(event.message_id, content);
      }
    },
    keep: (post: Post) => {
      for (const event of post.events) {
        if (!kept.has(event.message_id)) kept.set(event.message_id, event);
      }
    },
  };
};

const listen = async (server: Server, port: number): Promise<void> => {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
};

export const startCollector = async (): Promise<Collector> => {
  const memory = createMemory();
  let decide: (post: Post) => Answer | Promise<Answer> = () => 200;
  let atOnce = 0;
  let mostAtOnce = 0;

  const answer = asyncListener(async (request, response) => {
    if (request.method !== 'POST' || !request.url?.endsWith('/v0/raw_events')) {
      response.writeHead(request.method === 'OPTIONS' ? 204 : 200, CORS).end();
      return;
    }
    const post = await readPost(request);
    memory.arrive(post);
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    response.once('close', () => {
      atOnce -= 1;
    });
    const decided = await decide(post);
    if (decided === 'hang') return;
    const { status, headers } = typeof decided === 'object' ? decided : { status: decided };
    if (status === 'cut' || (status >= 200 && status < 300)) memory.keep(post);
    if (status === 'cut') request.socket.destroy();
    else response.writeHead(status, { ...CORS, ...headers }).end('{"error":"as scripted"}');
  });

  let server = createServer(answer);
  // Nobody else takes it while this is closed.
  const port = await unusedPort();
  await listen(server, port);

  return {
    url: `http://127.0.0.1:${port}`,
    posts: memory.posts,
    kept: memory.kept,
    changed: memory.changed,
    mostAtOnce: () => mostAtOnce,
    emptyPosts: () => memory.posts.filter(({ events }) => events.length === 0).length,
    script: (next) => {
      decide = next;
    },
    close: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
    open: async () => {
      server = createServer(answer);
      await listen(server, port);
    },
  };
};
