// Runs a write once for each Idempotency-Key, and answers its repetitions (decision N-73).
import { randomUUID } from 'node:crypto';
import type { ApplicationSql } from '../database/ports.js';
import { DomainError } from '../errors/domain-error.js';
import type { Job } from '../job.js';
import { createRepeatingJob } from '../repeating-job.js';
import { createIdempotencyStore, type KeyedRequest, type StoredAnswer } from './store.js';

export interface IdempotencyAnswer extends StoredAnswer {
  /** It was answered before, and nothing was done now. */
  readonly isReplay: boolean;
}

export interface Idempotency {
  /**
   * Runs `work` unless it was run under this key before. What it stores in the application database is
   * kept together with its answer or not at all; when it throws, the key is free again.
   *
   * @param isApart whether `work` stores nothing there. Default: it may, and a transaction is held meanwhile
   * @throws {DomainError} INVALID_IDEMPOTENCY_KEY when the key belongs to another request;
   *   IDEMPOTENCY_IN_PROGRESS while that one runs
   */
  once(
    request: KeyedRequest,
    work: () => Promise<StoredAnswer>,
    isApart?: boolean,
  ): Promise<IdempotencyAnswer>;
  /** Regularly deletes answers that have expired. */
  readonly sweeping: Job;
}

export interface IdempotencyParts {
  readonly database: ApplicationSql & {
    /** A transaction that all statements of `work` join by themselves. */
    together<T>(work: (sql: ApplicationSql) => Promise<T>): Promise<T>;
  };
  /** How long an answer is repeated. */
  readonly ttlMs: number;
  /** How long the lock of a crashed process holds. Default: a minute. */
  readonly lockMs?: number;
  /** Told when old answers could not be deleted; that is tried again. */
  readonly onSweepFailure?: (cause: unknown) => void;
  /** Milliseconds. Default: a minute. */
  readonly sweepEveryMs?: number;
}

const LOCK_MS = 60_000;
const SWEEP_EVERY_MS = 60_000;
/** A key may be freed between `claim` and `find`, which are then repeated; but not time after time. */
const MOST_ATTEMPTS = 5;

export function createIdempotency(parts: IdempotencyParts): Idempotency {
  const { database, ttlMs, lockMs = LOCK_MS, onSweepFailure = () => {} } = parts;
  const store = createIdempotencyStore(database, { ttlMs, lockMs });
  /** Gives back the locks that could not be given back when their requests failed, by the name of the key. */
  const heldLocks = new Map<string, () => Promise<void>>();
  const sweeping = createRepeatingJob({
    run: async () => {
      for (const giveBack of heldLocks.values()) await giveBack();
      await store.sweep();
    },
    everyMs: parts.sweepEveryMs ?? SWEEP_EVERY_MS,
    onFailure: onSweepFailure,
  });

  /** The answer of an earlier request, or `undefined` once the key is claimed for `holder`. */
  const claimOrReplay = async (
    request: KeyedRequest,
    holder: string,
  ): Promise<StoredAnswer | undefined> => {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      if (await store.claim(request, holder)) return undefined;
      const found = await store.find(request);
      if (found === undefined) continue;
      if (found.fingerprint !== request.fingerprint) throw otherRequest();
      if (found.answer !== undefined) return found.answer;
      throw inProgress();
    }
    throw inProgress();
  };

  /** When this fails, as when the database went away, the next request with the key does it first. */
  const release = async (request: KeyedRequest, holder: string): Promise<void> => {
    const giveBack = async () => {
      await store.release(request, holder);
      heldLocks.delete(nameOf(request));
    };
    await giveBack().catch(() => heldLocks.set(nameOf(request), giveBack));
  };

  const run = (
    request: KeyedRequest,
    holder: string,
    work: () => Promise<StoredAnswer>,
    isApart: boolean,
  ): Promise<StoredAnswer> => {
    const runOn = async (sql: ApplicationSql): Promise<StoredAnswer> => {
      const answer = await work();
      const isCompleted = await createIdempotencyStore(sql, { ttlMs, lockMs }).complete(
        request,
        holder,
        answer,
      );
      // The work outlasted its lock and another request took the key over: that one's answer counts, and the
      // error rolls back what this one stored in the application database.
      if (!isCompleted) throw inProgress();
      return answer;
    };
    return isApart ? runOn(database) : database.together(runOn);
  };

  return {
    sweeping,
    async once(request, work, isApart = false) {
      const holder = randomUUID();
      await heldLocks.get(nameOf(request))?.();
      try {
        const before = await claimOrReplay(request, holder);
        if (before !== undefined) return { ...before, isReplay: true };
        return { ...(await run(request, holder, work, isApart)), isReplay: false };
      } catch (error) {
        // Also when the claim failed: the database may have stored it, and gone away before its answer.
        await release(request, holder);
        throw error;
      }
    },
  };
}

const nameOf = ({ workspaceId, key }: KeyedRequest): string => `${workspaceId} ${key}`;

const otherRequest = (): DomainError =>
  new DomainError(
    'INVALID_IDEMPOTENCY_KEY',
    'The Idempotency-Key was used with another method, path or body. Make a new key.',
    { param: 'headers.idempotency-key' },
  );

const inProgress = (): DomainError =>
  new DomainError(
    'IDEMPOTENCY_IN_PROGRESS',
    'A request with this Idempotency-Key is still running. Wait, then send it again to get its answer.',
    { retryAfterSeconds: 1 },
  );
