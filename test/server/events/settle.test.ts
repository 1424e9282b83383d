// Waits until all accepted events are in the database, as a backup and a deletion do.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Ingestion, openIngestion } from '../../../src/server/events/ingestion.js';
import { segmentPath } from '../../../src/server/events/journal/segment.js';
import { createLog } from '../../../src/server/log.js';
import { createCleanup } from '../../support/cleanup.js';
import { createTestDirectory } from '../../support/temporary-directory.js';
import { anEvent } from '../http/app-under-test.js';

const cleanUp = createCleanup();
const HOUR_MS = 3_600_000;

/** Opens an ingestion on a database that is unavailable. */
const open = async (directory: string): Promise<Ingestion> => {
  const ingestion = await openIngestion({
    directory,
    maxJournalBytes: 1_000_000,
    analytics: {
      load: () => Promise.reject(new Error('The database is away.')),
      isReady: async () => false,
      query: () => Promise.reject(new Error('The database is away.')),
    },
    log: createLog('silent'),
  });
  cleanUp(() => ingestion.close(0));
  return ingestion;
};

it('does not skip segments from before the clock was set back', async () => {
  const directory = await createTestDirectory(cleanUp);
  const journal = join(directory, 'journal');
  await mkdir(journal);
  const row = JSON.stringify({ project_id: 'prj_1', message_id: 'm1' });
  const id = `events-${Date.now() + HOUR_MS}-0123456789abcdef`;
  await writeFile(segmentPath(journal, id), `${row}\n`);
  const ingestion = await open(directory);
  await expect(ingestion.settle(0)).rejects.toMatchObject({
    message: expect.stringContaining('are not yet in the database'),
    fields: { retryAfterSeconds: 5 },
  });
});

it('has nothing to wait for when a write to disk failed', async () => {
  const directory = await createTestDirectory(cleanUp);
  const ingestion = await open(directory);
  await rm(join(directory, 'journal'), { recursive: true });
  const refused = ingestion.service.receive([anEvent({})], 'prj_1');
  await expect(refused).rejects.toThrow('could not be written to disk');
  await expect(ingestion.settle(0)).resolves.toBeUndefined();
});
