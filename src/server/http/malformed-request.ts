// Answers what is no HTTP request at all: a broken request line, headers without end, a body that never came.
import type { Socket } from 'node:net';

interface Refusal {
  readonly status: string;
  readonly error: string;
}

/** By the codes of Node's parser and timers. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    error: 'The headers of the request are larger than 16 KB. Send less in them.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    error: 'The request did not arrive in time. Send it again.',
  },
};

const MALFORMED: Refusal = { status: '400 Bad Request', error: 'This is no valid HTTP request.' };

/**
 * Such a request has no path that could tell which shape of errors its sender expects: it gets the
 * plain one, `{ error }`, and its connection ends.
 */
export function answerMalformed(error: { readonly code?: string }, socket: Socket): void {
  // Reset by the caller, or in the middle of another answer: there is nobody to tell.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const refusal = REFUSALS[error.code ?? ''] ?? MALFORMED;
  const body = JSON.stringify({ error: refusal.error });
  const head = [
    `HTTP/1.1 ${refusal.status}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
