// Measures how fast the engine alone stores the same rows from an NDJSON file, as the upper limit for ingestion.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAnalytics } from '../../../dist/server/database/analytics/open-analytics.js';
import { createEnricher } from '../../../dist/server/events/enrich.js';
import { serialise } from '../../../dist/server/events/serialise.js';
import { createEvent } from './events.mjs';
import { processorSeconds } from './processor-time.mjs';

const ROWS_PER_FILE = 20_000;

const writeRows = async (file) => {
  const enrich = createEnricher();
  const arrival = {
    projectId: 'prj_bench',
    receivedAt: Date.now(),
    newMessageId: randomUUID,
    caller: {},
    salt: '',
  };
  const rows = Array.from({ length: ROWS_PER_FILE }, (_, n) =>
    serialise(enrich(createEvent(n), arrival)),
  );
  await writeFile(file, rows.map((row) => `${row}\n`).join(''));
};

/** The number of rows that the engine stores per second of processor time. */
export const measureEngine = async (files) => {
  const folder = await mkdtemp(join(tmpdir(), 'chaintrail-bench-'));
  const file = join(folder, 'rows.ndjson');
  await writeRows(file);
  const database = await openAnalytics({ directory: join(folder, 'analytics') });
  await database.load({ table: 'events', file, token: 'warm' });
  const before = processorSeconds(process.pid).children;
  for (let n = 0; n < files; n += 1) {
    await database.load({ table: 'events', file, token: `file-${n}` });
  }
  const seconds = processorSeconds(process.pid).children - before;
  await database.close();
  await rm(folder, { recursive: true, force: true });
  return (files * ROWS_PER_FILE) / seconds;
};
