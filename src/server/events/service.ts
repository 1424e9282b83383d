// The way of a batch: validate, enrich, journal. When it resolves, the events are on disk.
import { DomainError } from '../domain-error.js';
import type { Caller } from './caller.js';
import type { Enrich } from './enrich.js';
import type { DailySalt } from './enrichment/daily-salt.js';
import { type Journal, JournalFullError } from './journal/journal.js';
import type { Quarantine } from './quarantine.js';
import type { RecentIds } from './recent-ids.js';
import { type JudgeParts, judgeBatch, type SortedBatch, sortBatch } from './sort-batch.js';

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
  readonly quarantined: number;
}

export interface EventsServiceParts {
  readonly journal: Pick<Journal, 'append'>;
  readonly quarantine: Pick<Quarantine, 'append'>;
  readonly recentIds: RecentIds;
  readonly enrich: Enrich;
  readonly dailySalt: DailySalt;
  /** Events that are taken and not stored. Default: none. */
  readonly isForgotten?: JudgeParts['isForgotten'];
  /** There are rows to load. */
  readonly onRows: () => void;
  /** What became of the events of an answered batch. */
  readonly onBatch?: (counts: BatchCounts) => void;
  readonly now?: () => number;
}

const RETRY_AFTER_SECONDS = 5;

export function createEventsService(parts: EventsServiceParts): EventsService {
  const { journal, quarantine, recentIds, onRows, onBatch, now = Date.now } = parts;
  const { enrich, dailySalt, isForgotten = () => false } = parts;

  const store = ({ rows, messageIds }: SortedBatch, projectId: string): Promise<void> => {
    if (rows.length === 0) return Promise.resolve();
    // In the same turn as the look at `recentIds`: no other request may come in between.
    const stored = journal.append(rows);
    recentIds.add(projectId, messageIds, stored);
    return stored.then(onRows);
  };

  return {
    async receive(values, projectId, caller = {}) {
      const receivedAt = now();
      const given = dailySalt(receivedAt);
      const salt = typeof given === 'string' ? given : await given;
      const batch = { values, projectId, receivedAt, caller, salt };
      const { candidates, refused } = judgeBatch(batch, { enrich, isForgotten });
      let accepted: number;
      try {
        // First: when it fails nothing is stored yet, so that a repetition counts nothing twice. When
        // the journal fails after it, the repetition is refused twice, which harms nobody.
        if (refused.length > 0) await quarantine.append(refused);
        const sorted = sortBatch(candidates, projectId, recentIds);
        accepted = sorted.rows.length;
        await Promise.all([store(sorted, projectId), ...sorted.originals]);
      } catch (error) {
        throw unavailable(error);
      }
      const quarantined = refused.length;
      onBatch?.({ accepted, quarantined, duplicated: values.length - accepted - quarantined });
      if (refused.length === values.length) {
        throw new DomainError('BAD_REQUEST', `No event is valid: ${refused[0]?.reason}.`);
      }
      return {
        successful_rows: values.length - refused.length,
        quarantined_rows: refused.length,
      };
    },
  };
}

const unavailable = (cause: unknown): DomainError =>
  new DomainError(
    'SERVICE_UNAVAILABLE',
    cause instanceof JournalFullError
      ? 'Too many events wait for the database. Send them again later.'
      : 'The events could not be written to disk. Send them again later.',
    { retryAfterSeconds: RETRY_AFTER_SECONDS, cause },
  );
