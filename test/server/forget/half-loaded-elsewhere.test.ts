// Two processes on the same databases: what one of them stored in part is not counted twice after a deletion by the
// other.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DatabaseUnavailableError } from '../../../src/server/database/database-errors.js';
import type { AnalyticsDatabase, ApplicationDatabase } from '../../../src/server/database/ports.js';
import { type Alone, takeTurns } from '../../../src/server/events/take-turns.js';
import { createLog } from '../../../src/server/log.js';
import { readSettings } from '../../../src/server/settings/settings.js';
import { composeIngestion } from '../../../src/server/start/compose-ingestion.js';
import { createCleanup } from '../../support/cleanup.js';
import { eventually } from '../../support/eventually.js';
import { createTestDirectory } from '../../support/temporary-directory.js';
import { openTestAnalytics } from '../database/analytics/open-test-analytics.js';
import { openTestApplication } from '../database/application/open-test-application.js';
import { anEvent } from '../http/app-under-test.js';
import { wallet } from '../profiles/profiles-under-test.js';
import { expectTrueSums } from './true-sums.js';

const cleanUp = createCleanup();
const VIEW = 'events_daily_of_events';

interface Shared {
  readonly analytics: AnalyticsDatabase;
  readonly application: ApplicationDatabase;
  readonly loadingAlone: Alone;
}

const startProcess = async (shared: Shared) => {
  const directory = await createTestDirectory(cleanUp);
  return composeIngestion({
    settings: readSettings({ CHAINTRAIL_DATA: directory }, directory),
    databases: { ...shared, copying: {} },
    log: createLog('silent'),
    onClose: cleanUp,
  });
};

it('a deletion waits until another process has repeated its load', async () => {
  const directory = await createTestDirectory(cleanUp);
  const analytics = await openTestAnalytics({ directory: join(directory, 'analytics') });
  cleanUp(() => analytics.close());
  const application = await openTestApplication({ directory: join(directory, 'application') });
  cleanUp(() => application.close());
  const lock = takeTurns();

  let loads = 0;
  let isRepaired = false;
  const load: AnalyticsDatabase['load'] = async (request) => {
    loads += 1;
    if (isRepaired) return analytics.load(request);
    if (loads === 1) {
      // As when the engine fails between the events and their sums.
      await analytics.execute(`DETACH TABLE ${VIEW}`);
      await analytics.load(request);
      await analytics.execute(`ATTACH TABLE ${VIEW}`);
    }
    throw new DatabaseUnavailableError('The answer was lost.');
  };
  const first = await startProcess({
    ...{ application, loadingAlone: lock },
    analytics: { ...analytics, load },
  });
  let turns = 0;
  const second = await startProcess({
    ...{ analytics, application },
    loadingAlone: (work) => {
      turns += 1;
      return lock(work);
    },
  });
  await first.ingestion.service.receive(
    ['carol', 'dave'].map((who) =>
      anEvent({ event: `of ${who}`, anonymous_id: who, address: wallet(7) }),
    ),
    'prj_1',
  );
  await eventually(() => expect(loads).toBeGreaterThan(0));

  let isDone = false;
  const deletion = second.forget.forget({ anonymous_id: 'carol' }, ['prj_1']).finally(() => {
    isDone = true;
  });
  await eventually(() => expect(isDone || turns > 2).toBe(true));
  isRepaired = true;
  await deletion;
  await first.settle();
  const { data } = await analytics.query('SELECT event FROM events FINAL');
  expect(data).toEqual([{ event: 'of dave' }]);
  await expectTrueSums(analytics);
});
