// Imports on-chain data of wallets from a file of rows, and updates the profiles at once.
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AnalyticsDatabase } from '../database/ports.js';
import { DomainError } from '../errors/domain-error.js';
import { serialise } from '../events/serialise.js';
import { readable } from '../readable.js';
import { readLines } from '../send/read-lines.js';
import { readEnrichmentRow, type StoredEnrichment } from './enrichment-row.js';
import { createSnapshotStore } from './snapshot-store.js';

export interface EnrichAnswer {
  /** How many rows of the file were stored. */
  rows: number;
  refused: number;
  /** The first 100 refused ones; lines count from 1. */
  errors: { line: number; reason: string }[];
}

export interface EnrichSurroundings {
  readonly analytics: AnalyticsDatabase;
  /** Where rows wait for a moment before they are loaded. */
  readonly dataDirectory: string;
  /** Runs the update of profiles while nobody deletes any of them. Default: at once. */
  readonly withoutRounds?: <T>(work: () => Promise<T>) => Promise<T>;
  readonly now?: () => number;
}

const FOLDER = 'enrich-';
const IS_FOLDER = new RegExp(`^${FOLDER}\\w{6}$`);
const ROWS_AT_ONCE = 5_000;

/**
 * Of two rows of a wallet the one that was stored later counts. A row that a clock stamped which has been set back
 * since would win until that time came again, so the row that replaces it is stamped after it.
 */
const STAMPED_AHEAD = `SELECT wallet, toString(max(c.stored_at) + toIntervalMillisecond(1)) AS stored_at
FROM wallet_enrichment AS c WHERE wallet IN {wallets:Array(String)} AND c.stored_at >= now64(3, 'UTC')
GROUP BY wallet`;

/** The most characters that their lines may have together: they wait in memory, and are written as one text. */
const TEXT_AT_ONCE = 16_000_000;
const MAX_LINE_BYTES = 4_000_000;
const MAX_ERRORS = 100;

/**
 * A later row of a wallet replaces an earlier one, so the same file may be read again.
 *
 * @param file absolute path of newline-delimited JSON
 * @throws {DomainError} BAD_REQUEST for a file that cannot be read
 */
export async function enrich(parts: EnrichSurroundings, file: string): Promise<EnrichAnswer> {
  const { dataDirectory, now = Date.now } = parts;
  const folder = await mkdtemp(join(dataDirectory, FOLDER));
  const answer: EnrichAnswer = { rows: 0, refused: 0, errors: [] };
  const waiting = new Map<string, StoredEnrichment>();
  let waitingText = 0;
  const flush = async (): Promise<void> => {
    if (waiting.size > 0) await store(parts, folder, [...waiting.values()]);
    waiting.clear();
    waitingText = 0;
  };
  try {
    for await (const { number, text } of readLines(rowsOf(file), MAX_LINE_BYTES)) {
      if (text?.trim() === '') continue;
      const row =
        text === undefined
          ? `is longer than ${MAX_LINE_BYTES} bytes`
          : readEnrichmentRow(text, now());
      if (typeof row === 'string') {
        answer.refused += 1;
        if (answer.errors.length < MAX_ERRORS) answer.errors.push({ line: number, reason: row });
        continue;
      }
      answer.rows += 1;
      waiting.set(row.wallet, row);
      waitingText += text?.length ?? 0;
      if (waiting.size >= ROWS_AT_ONCE || waitingText >= TEXT_AT_ONCE) await flush();
    }
    await flush();
    return answer;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Deletes files that a killed import left: no deletion of a person looks there. No import may be running. */
export async function clearEnrichment(dataDirectory: string): Promise<void> {
  const names = await readdir(dataDirectory);
  for (const name of names.filter((one) => IS_FOLDER.test(one))) {
    await rm(join(dataDirectory, name), { recursive: true, force: true });
  }
}

async function store(
  { analytics, withoutRounds = (work) => work() }: EnrichSurroundings,
  folder: string,
  rows: readonly StoredEnrichment[],
): Promise<void> {
  const file = join(folder, 'rows.ndjson');
  const wallets = rows.map(({ wallet }) => wallet);
  const { data: ahead } = await analytics.query<StoredEnrichment>(STAMPED_AHEAD, { wallets });
  const stamps = new Map(ahead.map((stamp) => [stamp.wallet, stamp]));
  const lines = rows.map((row) => `${serialise({ ...row, ...stamps.get(row.wallet) })}\n`);
  await writeFile(file, lines.join(''), { mode: 0o600 });
  await analytics.load({ table: 'wallet_enrichment', file, token: crypto.randomUUID() });
  await withoutRounds(() => createSnapshotStore(analytics).takeUpWallets(wallets));
}

const rowsOf = (file: string): AsyncGenerator<Uint8Array> =>
  readable(
    createReadStream(file),
    (why) =>
      new DomainError(
        'BAD_REQUEST',
        `Cannot read ${file}: ${why}. Name a file with one JSON object per line.`,
      ),
  );
