// Sends batches over kept connections with Node's own HTTP client: a fetch would cost several times its CPU.
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip, gzip as gzipWithCallback } from 'node:zlib';
import type { SendResult, Transport } from '../core/ports.js';
import type { TrackerFault } from '../core/tracker-types.js';
import { LIBRARY_NAME, LIBRARY_VERSION } from './library.js';
import { createReachability, type HttpAnswer } from './reachability.js';

const gzip = promisify(gzipWithCallback);

/** Below this, gzip saves less than the work costs: one network packet carries the body anyway. */
const GZIP_FROM_CHARACTERS = 1_024;

/** The fastest level: it takes a third of the time of the default, for a tenth more bytes. */
const GZIP_LEVEL = 1;

/** How much of an answer is read: what comes after it says nothing new. */
const MOST_ANSWER_CHARACTERS = 65_536;

export interface HttpTransportOptions {
  readonly apiHost: string;
  /** Read at each request, since a key can be replaced. */
  readonly writeKey: () => string;
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly onFault: (fault: TrackerFault) => void;
}

export interface HttpTransport extends Transport {
  /** Closes the connections. */
  close(): void;
}

const readText = async (stream: Readable): Promise<string> => {
  let body = '';
  for await (const text of stream.setEncoding('utf8')) {
    if (body.length < MOST_ANSWER_CHARACTERS) body += text;
  }
  return body;
};

/**
 * Some proxies compress their own pages unasked: a login page with status 200 would pass for a
 * delivery if it were not read.
 */
const readBody = async (response: IncomingMessage): Promise<string> => {
  if (response.headers['content-encoding'] !== 'gzip') return readText(response);
  const plain = createGunzip();
  const [body] = await Promise.all([readText(plain), pipeline(response, plain)]);
  return body;
};

const readAnswer = async (response: IncomingMessage): Promise<HttpAnswer> => ({
  status: response.statusCode ?? 0,
  retryAfter: response.headers['retry-after'],
  date: response.headers.date,
  location: response.headers.location,
  body: await readBody(response),
});

/**
 * The server closed the connection while it was idle: no fault, the request may be repeated on a
 * new one.
 */
class StaleConnection extends Error {}

export const createHttpTransport = (options: HttpTransportOptions): HttpTransport => {
  const url = new URL(`${options.apiHost.replace(/\/+$/, '')}/v0/raw_events`);
  const reach = createReachability(url.href, options.onFault);
  const isSecure = url.protocol === 'https:';
  const agentOptions = { keepAlive: true, maxSockets: options.concurrency };
  const agent = isSecure ? new HttpsAgent(agentOptions) : new HttpAgent(agentOptions);
  const request = isSecure ? httpsRequest : httpRequest;

  const post = (body: Uint8Array, encoding?: string): Promise<HttpAnswer> =>
    new Promise((resolve, reject) => {
      const sent = request(url, {
        agent,
        method: 'POST',
        headers: {
          authorization: `Bearer ${options.writeKey()}`,
          'content-type': 'application/json',
          'content-length': body.byteLength,
          'user-agent': `${LIBRARY_NAME} ${LIBRARY_VERSION}`,
          ...(encoding ? { 'content-encoding': encoding } : {}),
        },
      });
      const timer = setTimeout(() => {
        sent.destroy(new Error(`no answer within ${options.timeoutMs} ms`));
      }, options.timeoutMs);
      const finish = (settle: () => void) => {
        clearTimeout(timer);
        settle();
      };
      sent.once('response', (response) => {
        readAnswer(response).then(
          (result) => finish(() => resolve(result)),
          (cause) => finish(() => reject(cause)),
        );
      });
      // Without this listener Node drops the request silently, and not even the timeout would end
      // it.
      sent.once('upgrade', (_response, socket) => {
        socket.destroy();
        finish(() => reject(new Error('the server asks for another protocol')));
      });
      sent.on('error', (cause: NodeJS.ErrnoException) => {
        const isStale = sent.reusedSocket && cause.code === 'ECONNRESET';
        finish(() => reject(isStale ? new StaleConnection() : cause));
      });
      sent.end(body);
    });

  const ask = async (body: Uint8Array, encoding?: string): Promise<HttpAnswer> => {
    for (;;) {
      try {
        return await post(body, encoding);
      } catch (cause) {
        if (!(cause instanceof StaleConnection)) throw cause;
      }
    }
  };
  const attempt = (body: Uint8Array, encoding?: string): Promise<SendResult> =>
    reach(() => ask(body, encoding));

  return {
    send: async (bodyNow) => {
      const body = bodyNow();
      if (body.length < GZIP_FROM_CHARACTERS) return attempt(Buffer.from(body));
      const zipped = await gzip(body, { level: GZIP_LEVEL }).catch(() => undefined);
      return zipped ? attempt(zipped, 'gzip') : attempt(Buffer.from(body));
    },
    close: () => agent.destroy(),
  };
};
