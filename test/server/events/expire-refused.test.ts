// Refused events are deleted at the same age as events.
import { expect, it } from 'vitest';
import { createExpireRefusedJob } from '../../../src/server/events/expire-refused.js';
import { openQuarantine } from '../../../src/server/events/quarantine.js';
import { readQuarantine } from '../../../src/server/events/read-quarantine.js';
import { createLog } from '../../../src/server/log.js';
import { createCleanup } from '../../support/cleanup.js';
import { eventually } from '../../support/eventually.js';
import { createTestDirectory } from '../../support/temporary-directory.js';

const cleanUp = createCleanup();

it('deletes only refused events that are older than the retention', async () => {
  const directory = await createTestDirectory(cleanUp);
  const quarantine = await openQuarantine({ directory });
  const refused = (received_at: string) => ({
    ...{ project_id: 'p', reason: 'type is required', event: { user_id: 'alice' } },
    received_at,
  });
  const young = refused('2026-02-01T00:00:00.001Z');
  await quarantine.append([refused('2026-01-31T23:59:59.999Z'), young]);
  const job = createExpireRefusedJob({
    days: 30,
    removeQuarantined: quarantine.remove,
    log: createLog('silent'),
    now: () => Date.parse('2026-03-03T00:00:00.000Z'),
  });
  cleanUp(job.close);
  job.start();
  await eventually(() => expect(quarantine.count()).toBe(1));
  const { newest } = await readQuarantine({ directory, limit: 10 });
  expect(newest).toEqual([young]);
});
