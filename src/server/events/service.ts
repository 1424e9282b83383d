// What happens to a batch: validate, enrich, journal. When `receive` resolves, the events are on disk.
import { DomainError, RETRY_AFTER_SECONDS } from '../errors/domain-error.js';
import type { Caller } from './caller.js';
import type { ForgottenPeople } from './drop-forgotten.js';
import type { Enrich } from './enrich.js';
import type { DailySalt } from './enrichment/daily-salt.js';
import { type Journal, JournalFullError } from './journal/journal.js';
import type { Quarantine } from './quarantine.js';
import type { RecentIds } from './recent-ids.js';
import {
  type Batch,
  type JudgedBatch,
  judgeBatch,
  type SortedBatch,
  sortBatch,
} from './sort-batch.js';

export interface IngestAnswer {
  readonly successful_rows: number;
  readonly quarantined_rows: number;
}

export interface EventsService {
  /**
   * @param values what was sent, each an event or not
   * @param caller who sent it: tells country and session, and is then forgotten
   * @throws {DomainError} BAD_REQUEST when none is an event, SERVICE_UNAVAILABLE when the disk or
   * the journal takes no more: then nothing is acknowledged
   */
  receive(values: readonly unknown[], projectId: string, caller?: Caller): Promise<IngestAnswer>;
}

export interface BatchCounts {
  readonly accepted: number;
  readonly duplicated: number;
  /** Of people whose data were deleted: taken, and not stored. */
  readonly forgotten: number;
  readonly quarantined: number;
}

export interface EventsServiceParts {
  readonly journal: Pick<Journal, 'append'>;
  readonly quarantine: Pick<Quarantine, 'append'>;
  readonly recentIds: RecentIds;
  readonly enrich: Enrich;
  readonly dailySalt: DailySalt;
  /** People whose events are accepted but not stored. Default: nobody. */
  readonly forgotten?: Omit<ForgottenPeople, 'refresh'>;
  /** Is called when there are new rows to load. */
  readonly onRows: () => void;
  /** Is told what became of the events of a batch, for the metrics. */
  readonly onBatch?: (counts: BatchCounts) => void;
  readonly now?: () => number;
}

const NOBODY = { has: () => false, hasRefused: () => false, timesLearnt: () => 0 };

export function createEventsService(parts: EventsServiceParts): EventsService {
  const { journal, quarantine, recentIds, onRows, onBatch, now = Date.now } = parts;
  const { enrich, dailySalt, forgotten = NOBODY } = parts;

  const store = ({ rows, messageIds }: SortedBatch, projectId: string): Promise<void> => {
    if (rows.length === 0) return Promise.resolve();
    // Nothing may be awaited between the lookup in `recentIds` and this: another request could store the same.
    const stored = journal.append(rows);
    recentIds.add(projectId, messageIds, stored);
    return stored.then(onRows);
  };

  /**
   * Awaits nothing, so that a waiting request keeps nothing of its batch in memory. It is `async` only to turn
   * what is thrown into a rejection.
   * @returns how many rows are new and how many repeated, once the new ones and the originals are on disk
   */
  const storeNew = async ({ candidates }: JudgedBatch, projectId: string): Promise<Stored> => {
    const sorted = sortBatch(candidates, projectId, recentIds);
    const accepted = sorted.rows.length;
    const stored = { accepted, duplicated: candidates.length - accepted };
    return Promise.all([store(sorted, projectId), ...sorted.originals]).then(() => stored);
  };

  /** Writes the refused events first: when that fails nothing is stored yet, so that a retry counts nothing twice. */
  const storeAll = async (judged: JudgedBatch, projectId: string): Promise<Stored> => {
    const known = forgotten.timesLearnt();
    // When the journal fails after this, the retry adds the refused events again, which does no harm.
    await quarantine.append(judged.refused);
    if (forgotten.timesLearnt() === known) return storeNew(judged, projectId);
    // Somebody was forgotten during that write. The rows were judged before it, and go to a segment of the
    // journal whose rows may not be checked again.
    const candidates = judged.candidates.filter(({ row }) => !forgotten.has(JSON.parse(row)));
    return storeNew({ ...judged, candidates }, projectId);
  };

  const answer = async (storing: Promise<Stored>, { size, refused, reason }: Judgement) => {
    const stored = await storing.catch((error) => {
      throw unavailable(error);
    });
    const forgotten = size - refused - stored.accepted - stored.duplicated;
    onBatch?.({ ...stored, quarantined: refused, forgotten });
    if (refused === size) throw new DomainError('BAD_REQUEST', `No event is valid: ${reason}.`);
    return { successful_rows: size - refused, quarantined_rows: refused };
  };

  // A request that waits for the disk keeps nothing of its batch in memory: with hundreds of them waiting, most
  // of what the garbage collector had to copy were events that nobody needed any more.
  const take = (batch: Batch): Promise<IngestAnswer> => {
    const judged = judgeBatch(batch, { enrich, forgotten });
    const { length: refused, 0: first } = judged.refused;
    const keep = refused === 0 ? storeNew : storeAll;
    return answer(keep(judged, batch.projectId), {
      size: batch.values.length,
      refused,
      reason: first?.reason,
    });
  };

  return {
    receive(values, projectId, caller = {}) {
      const receivedAt = now();
      const salt = dailySalt(receivedAt);
      const batch = { values, projectId, receivedAt, caller };
      if (typeof salt === 'string') return take({ ...batch, salt });
      return salt.then((given) => take({ ...batch, salt: given }));
    },
  };
}

type Stored = Pick<BatchCounts, 'accepted' | 'duplicated'>;

/** What the answer to a batch is made of, without its events. */
interface Judgement {
  readonly size: number;
  readonly refused: number;
  /** Why the first one was refused. */
  readonly reason: string | undefined;
}

const unavailable = (cause: unknown): DomainError =>
  new DomainError(
    'SERVICE_UNAVAILABLE',
    cause instanceof JournalFullError
      ? 'Too many events wait for the database. Send them again later.'
      : 'The events could not be written to disk. Send them again later.',
    { retryAfterSeconds: RETRY_AFTER_SECONDS, cause },
  );
