// Closes each connection with its last answer while the server stops.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Fastify says `Connection: close` only to requests that begin after the stop, and errors lose it. Other connections
 * would stay open behind a proxy that keeps them, and hold up the stop until they are cut.
 *
 * @returns to be called when the server begins to stop
 */
export function closeWithLastAnswers(app: FastifyInstance): () => void {
  const latest = new WeakMap<Socket, IncomingMessage>();
  let isStopping = false;
  app.server.on('request', (request: IncomingMessage) => latest.set(request.socket, request));
  app.addHook('onSend', async ({ raw }, reply) => {
    // Not to an earlier one of several at once (HTTP pipelining): the later ones would lose their answers.
    if (isStopping && latest.get(raw.socket) === raw) reply.header('connection', 'close');
  });
  return () => {
    isStopping = true;
  };
}
