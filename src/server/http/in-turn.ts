// Lets no connection that sends many requests at once (HTTP pipelining) hold up all the others.
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const nextRound = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Node hands over all requests of a packet at once, and 64 KB hold 1,500 of them: they would all be answered
 * before the event loop reads from another connection, which took seconds.
 */
export function beginInTurn(app: FastifyInstance): void {
  /** Resolves when the next request of the connection may begin; none for those that may at once. */
  const turns = new WeakMap<Socket, Promise<void>>();
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    const turn = turns.get(socket);
    const next = (turn ?? Promise.resolve()).then(nextRound).then(() => {
      if (turns.get(socket) === next) turns.delete(socket);
    });
    turns.set(socket, next);
    if (turn === undefined) return;
    await turn;
    // Nobody is there to read the answer, and the body can no longer be read either.
    if (socket.destroyed) reply.hijack();
  });
}
