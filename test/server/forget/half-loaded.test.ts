// Unfinished sums of a deletion are not rebuilt from incompletely loaded events, which would count twice.
import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ApplicationDatabase } from '../../../src/server/database/ports.js';
import { serialise } from '../../../src/server/events/serialise.js';
import { createLog } from '../../../src/server/log.js';
import { readSettings } from '../../../src/server/settings/settings.js';
import { composeIngestion } from '../../../src/server/start/compose-ingestion.js';
import { createCleanup } from '../../support/cleanup.js';
import { eventually } from '../../support/eventually.js';
import { createTestDirectory } from '../../support/temporary-directory.js';
import { rowOf } from '../analytics/analytics-under-test.js';
import { openTestAnalytics } from '../database/analytics/open-test-analytics.js';

const cleanUp = createCleanup();
const DAY = '2026-01-15';
const VIEW = 'events_daily_of_events';

/** An application database without salts; nothing else is read from it. */
const NO_SALTS: ApplicationDatabase = {
  query: async () => [],
  transaction: () => Promise.reject(new Error('Nothing is to be written.')),
  isReady: async () => true,
  close: async () => {},
};

it('waits for the segments of an earlier run', async () => {
  const directory = await createTestDirectory(cleanUp);
  const analytics = await openTestAnalytics({ directory: join(directory, 'analytics') });
  cleanUp(() => analytics.close());
  const id = `events-${String(Date.now())}-${'0'.repeat(16)}`;
  const segment = join(directory, 'journal', `${id}.ndjson`);
  await mkdir(join(directory, 'journal'));
  await writeFile(segment, `${serialise(rowOf({ at: Date.parse(DAY), message_id: 'a' }))}\n`);
  // Without the view, the result is the same as after a kill between the events and their rollups.
  await analytics.execute(`DETACH TABLE ${VIEW}`);
  await analytics.load({ table: 'events', file: segment, token: id });
  await analytics.execute(`ATTACH TABLE ${VIEW}`);
  const note = join(directory, 'unfinished-deletion.json');
  const months = [{ first: DAY, last: DAY, days: [DAY], visits: [] }];
  await writeFile(note, JSON.stringify({ projects: ['mine'], months }));

  const { settle, jobs } = await composeIngestion({
    settings: readSettings({ CHAINTRAIL_DATA: directory }, directory),
    databases: { analytics, application: NO_SALTS, copying: {} },
    log: createLog('silent'),
    onClose: cleanUp,
  });
  for (const job of jobs) {
    cleanUp(job.close);
    job.start();
  }
  await settle();
  await eventually(() => expect(access(note)).rejects.toThrow('ENOENT'));
  const { data } = await analytics.query('SELECT toUInt64(sum(hits)) AS hits FROM events_daily');
  expect(data).toEqual([{ hits: 1 }]);
});
