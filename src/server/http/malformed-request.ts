// Answers what is no HTTP request at all: a broken request line, headers without end, a body that never came.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { requestIdOf } from './request-id.js';

/**
 * What the address and the headers of a request may have together, in bytes. A list of 1,000 values,
 * which `filters` may hold, has 20 to 50 KB in an address; Node takes 16 KB.
 */
export const MAX_HEAD_BYTES = 65_536;

/** How long callers have to read an answer and close their end of the connection. */
const LINGER_MS = 5_000;

interface Refusal {
  readonly status: string;
  readonly error: string;
}

/** By the codes of Node's parser and timers. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    error: `The URL and the headers of the request are larger than ${MAX_HEAD_BYTES} bytes. Shorten them.`,
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    error: 'The request did not arrive in time. Send it again.',
  },
};

/** Sent instead of Node's own answer, which has no body. */
const EXPECTATION: Refusal = {
  status: '417 Expectation Failed',
  error:
    'The value of the Expect header is not supported. Remove the header, or send 100-continue.',
};

/** Node would close the connection of such a request without any answer. */
const TUNNEL: Refusal = {
  status: '501 Not Implemented',
  error: 'CONNECT is not supported: this server is not a proxy. Send the request to it directly.',
};

const MALFORMED: Refusal = {
  status: '400 Bad Request',
  error: 'This is not a valid HTTP request.',
};

export interface MalformedRequests {
  /** Keeps track of the requests that are being answered, so that no refusal is written into another answer. */
  watch(server: Server): void;
  /** Ends the connection with an answer, in the plain shape where no path tells which one its sender expects. */
  answer(error: { readonly code?: string }, socket: Socket): void;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * @param bodyOf the error in the shape that the endpoint at the address uses
 * @param lingerMs after which a connection is cut that its caller does not close
 */
export function createMalformedRequests(
  bodyOf: (url: string, error: string) => object,
  lingerMs = LINGER_MS,
): MalformedRequests {
  const refuse = (refusal: Refusal, socket: Socket, request?: IncomingMessage): void => {
    const { status, error } = refusal;
    const body = request?.url === undefined ? { error } : bodyOf(request.url, error);
    send(status, JSON.stringify(body), socket, requestIdOf(request?.headers['x-request-id']));
    // Node's timeouts end with the request: a caller could hold the connection, and keep the server from stopping.
    const cut = setTimeout(() => socket.destroy(), lingerMs);
    socket.once('close', () => clearTimeout(cut));
  };
  const open = new WeakMap<Socket, Set<Exchange>>();

  /** Whether a refusal may be written: no earlier request is being answered, and nothing was sent to this one yet. */
  const isFree = (socket: Socket): boolean => {
    const [first, ...others] = open.get(socket) ?? [];
    if (first === undefined) return true;
    return others.length === 0 && !first.request.complete && !first.response.headersSent;
  };

  return {
    watch(server) {
      server.on('request', (request: IncomingMessage, response: ServerResponse) => {
        const exchanges = open.get(request.socket) ?? new Set();
        const exchange = { request, response };
        open.set(request.socket, exchanges.add(exchange));
        response.once('close', () => exchanges.delete(exchange));
      });
      server.on('checkExpectation', (request: IncomingMessage) => {
        const { socket } = request;
        if (isFree(socket)) refuse(EXPECTATION, socket, request);
        else socket.destroy();
      });
      server.on('connect', (_request: IncomingMessage, socket: Socket) => {
        // Node listens for errors of this socket no longer, and one that nobody handles would end the process.
        socket.on('error', () => socket.destroy());
        if (isFree(socket)) refuse(TUNNEL, socket);
        else socket.destroy();
      });
    },
    answer(error, socket) {
      // Reset by the caller, or in the middle of another answer: there is nobody to tell.
      if (error.code === 'ECONNRESET' || !socket.writable || !isFree(socket)) socket.destroy();
      else {
        // There is one if the fault came after the head of the request was read.
        const [exchange] = open.get(socket) ?? [];
        refuse(REFUSALS[error.code ?? ''] ?? MALFORMED, socket, exchange?.request);
      }
    },
  };
}

function send(status: string, body: string, socket: Socket, requestId: string): void {
  const head = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    `x-request-id: ${requestId}`,
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
