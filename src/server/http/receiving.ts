// Bounds the memory of the bodies that are being received, however many callers send theirs slowly.
import type { FastifyInstance, RequestPayload } from 'fastify';
import { DomainError, RETRY_AFTER_SECONDS } from '../errors/domain-error.js';

/** What the memory of a small server has room for: 128 bodies of the largest size, each sent in part. */
export const MOST_RECEIVED_BYTES = 256_000_000;

/** What Node keeps of each part beside its bytes: one may be a single byte. */
const PART_BYTES = 400;

const WITHOUT_BODY = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Beyond `mostBytes` in all, the bodies that began first are given up: most arrive within a second, and those that
 * hold memory for long are the slow ones.
 */
export function boundReceived(app: FastifyInstance, mostBytes: number): void {
  /** What has been received of each body, the one that began first at the front. */
  const received = new Map<RequestPayload, number>();
  let sum = 0;

  const giveUpFirst = (): void => {
    for (const body of received.keys()) {
      if (sum <= mostBytes) return;
      // Whoever reads it reports this, and keeps nothing of it. The rest is read and thrown away.
      body.emit('error', tooSlow());
    }
  };

  // With a callback: a listener that is there before the reader's would otherwise begin to read without it.
  app.addHook('preParsing', (request, reply, body, done) => {
    if (WITHOUT_BODY.includes(request.method)) return done(null, body);
    received.set(body, 0);
    const count = (part: Uint8Array): void => {
      const bytes = part.length + PART_BYTES;
      received.set(body, (received.get(body) ?? 0) + bytes);
      sum += bytes;
      giveUpFirst();
    };
    const forget = (): void => {
      sum -= received.get(body) ?? 0;
      received.delete(body);
      body.off('data', count);
    };
    body.on('data', count).once('end', forget).once('error', forget);
    // Also for a body that is refused for its length or type, and one whose caller is gone.
    reply.raw.once('close', forget);
    done(null, body);
  });
}

const tooSlow = (): DomainError =>
  new DomainError(
    'SERVICE_UNAVAILABLE',
    'Too many bodies are being received, and this one took longest to arrive. Send it again.',
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
