// Puts the parts of ingestion together on a data folder, and picks up what an earlier run left.
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AnalyticsDatabase, ApplicationSql } from '../database/ports.js';
import type { Log } from '../log.js';
import type { ForgottenPeople } from './drop-forgotten.js';
import { createEnricher, type EnricherOptions } from './enrich.js';
import { createDailySalt, type DailySalt } from './enrichment/daily-salt.js';
import { createHalfStored } from './half-stored.js';
import { syncDirectory } from './journal/append-disk.js';
import { createJournal, type Journal } from './journal/journal.js';
import { startLoader } from './journal/loader.js';
import { recoverSegments } from './journal/recover.js';
import { createLoad, type LoadObserver } from './load-segment.js';
import { openQuarantine, type Quarantine, quarantineFolder } from './quarantine.js';
import { damagedRow } from './quarantine-damaged.js';
import { readStoredIds } from './read-stored-ids.js';
import { createRecentIds } from './recent-ids.js';
import { type BatchCounts, createEventsService, type EventsService } from './service.js';
import { type Alone, takeTurns } from './take-turns.js';
import { untilLoaded } from './until-loaded.js';
import { createWithoutLoads } from './without-loads.js';

export interface IngestionOptions {
  /** Folder of the journal and the quarantine. No other process may use it. */
  readonly directory: string;
  readonly maxJournalBytes: number;
  readonly analytics: Pick<AnalyticsDatabase, 'load' | 'isReady' | 'query'>;
  readonly log: Log;
  readonly observer?: IngestionObserver;
  readonly enrichment?: EnricherOptions;
  /** People whose events are accepted but not stored. Default: nobody. */
  readonly forgotten?: ForgottenPeople;
  /** Default: a salt that only this process knows. */
  readonly dailySalt?: DailySalt;
  /** Runs a load while no other process on the same database runs one. Default: at once. */
  readonly loadingAlone?: Alone;
  /** The database of the application where other processes load as well. Default: there are none. */
  readonly shared?: ApplicationSql;
}

/** Is told what happens, for the metrics. */
export interface IngestionObserver extends LoadObserver {
  received(counts: BatchCounts): void;
}

export interface Ingestion {
  readonly service: EventsService;
  /** Whether it takes events: neither its disk nor its journal is full. Never throws. */
  readonly isReady: Journal['isReady'];
  /** How many refused events are kept. */
  quarantinedCount(): number;
  readonly removeQuarantined: Quarantine['remove'];
  /** Bytes of accepted events that wait for the database. */
  journalBytes(): number;
  /** For how long the oldest of them may have waited. */
  journalLagMs(): number;
  /**
   * Resolves once every event that is accepted now is in the database.
   *
   * @throws {DomainError} SERVICE_UNAVAILABLE when it takes longer than `timeoutMs`
   */
  settle(timeoutMs: number): Promise<void>;
  /**
   * Runs work while no process loads events and no segment is stored in part, so that the events table and its
   * rollups agree.
   *
   * @throws {DomainError} SERVICE_UNAVAILABLE when a load that failed is not repeated in time
   */
  readonly withoutLoads: Alone;
  /** Loads what it can within `timeoutMs`; the rest stays in the journal. Call when requests are over. */
  close(timeoutMs: number): Promise<void>;
}

/** Long enough that no two runs of a process ever get the same name. */
const RECEIVED_BY_BYTES = 8;

export async function openIngestion(options: IngestionOptions): Promise<Ingestion> {
  const { analytics, log, observer } = options;
  const directory = join(options.directory, 'journal');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const quarantine = await openQuarantine({ directory: quarantineFolder(options.directory) });
  await syncDirectory(options.directory);
  const recovered = await recoverSegments(directory, {
    keepDamaged: (lines) => quarantine.append(lines.map((line) => damagedRow(line))),
  });
  const recentIds = createRecentIds();
  for (const row of await readStoredIds(analytics, log)) {
    recentIds.addStored(row.project_id, row.message_id);
  }
  for (const row of recovered.rows) recentIds.addStored(row.project_id, row.message_id);
  for (const folder of recovered.folders) {
    log.error('A folder has the name of a journal segment; it is skipped.', undefined, {
      folder: join(directory, folder),
    });
  }
  if (recovered.segments.length > 0) {
    log.info('The journal has events of an earlier run; they are being loaded.', {
      segments: recovered.segments.length,
      rows: recovered.rows.length,
      // Never acknowledged, so that their senders send them again.
      cut_lines: recovered.cutLines,
    });
  }
  if (recovered.damagedLines > 0) {
    log.error('Rows of the journal were damaged on the disk: see the quarantine.', undefined, {
      rows: recovered.damagedLines,
    });
  }

  // Loads of this process run one after the other, and each of them while no other process loads.
  const alone = takeTurns(options.loadingAlone);
  const leftovers = recovered.segments;
  // The earlier run may have been killed within a load: any of its segments may be stored in part.
  const half = createHalfStored(
    leftovers.map(({ id }) => id),
    options.shared,
  );
  const journal = createJournal({
    ...{ directory, maxBytes: options.maxJournalBytes, leftovers },
    ...(options.forgotten === undefined ? {} : { timesLearnt: options.forgotten.timesLearnt }),
  });
  const loader = startLoader({
    journal,
    leftovers,
    load: createLoad({ ...options, alone, half, quarantine }),
    isReady: () => analytics.isReady(),
    log,
  });
  return {
    service: createEventsService({
      journal,
      quarantine,
      recentIds,
      enrich: createEnricher({
        ...options.enrichment,
        receivedBy: randomBytes(RECEIVED_BY_BYTES).toString('hex'),
      }),
      ...(options.forgotten === undefined ? {} : { forgotten: options.forgotten }),
      dailySalt: options.dailySalt ?? createDailySalt(),
      onRows: loader.wake,
      onBatch: (counts) => observer?.received(counts),
    }),
    isReady: journal.isReady,
    quarantinedCount: quarantine.count,
    removeQuarantined: quarantine.remove,
    journalBytes: journal.bytes,
    journalLagMs: () => Math.max(0, Date.now() - (journal.oldestAt() ?? Infinity)),
    settle: (timeoutMs) => settle(journal, timeoutMs),
    withoutLoads: createWithoutLoads(alone, half),
    async close(timeoutMs) {
      await loader.drain(timeoutMs);
      await quarantine.close();
    },
  };
}

async function settle(journal: Pick<Journal, 'unreleased'>, timeoutMs: number): Promise<void> {
  // By their ids and not by their times: after the clock was set back, an older segment seems to be newer.
  const asked = new Set(journal.unreleased());
  const areLoaded = async () => !journal.unreleased().some((id) => asked.has(id)) || undefined;
  await untilLoaded(areLoaded, { events: 'Accepted events are not yet', timeoutMs });
}
