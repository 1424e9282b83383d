// Work that excludes loads does not run between a failed load and its repetition.
import { expect, it } from 'vitest';
import { createHalfStored } from '../../../src/server/events/half-stored.js';
import { openIngestion } from '../../../src/server/events/ingestion.js';
import { takeTurns } from '../../../src/server/events/take-turns.js';
import { createWithoutLoads } from '../../../src/server/events/without-loads.js';
import { createLog } from '../../../src/server/log.js';
import { createCleanup } from '../../support/cleanup.js';
import { createTestDirectory } from '../../support/temporary-directory.js';
import { anEvent } from '../http/app-under-test.js';

const cleanUp = createCleanup();

const NOTHING = {
  data: [],
  meta: [],
  rows: 0,
  statistics: { elapsed: 0, rows_read: 0, bytes_read: 0 },
};

it('waits until a load that may be incomplete is repeated', async () => {
  const steps: string[] = [];
  let endFirst = (_error: Error): void => {};
  const first = new Promise<void>((_resolve, reject) => {
    endFirst = reject;
  });
  let begin = (): void => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const ingestion = await openIngestion({
    directory: await createTestDirectory(cleanUp),
    maxJournalBytes: 1_000_000,
    analytics: {
      async load() {
        steps.push('load');
        begin();
        if (steps.length === 1) await first;
      },
      isReady: async () => true,
      query: async () => NOTHING,
    },
    log: createLog('silent'),
  });
  cleanUp(() => ingestion.close(0));
  await ingestion.service.receive([anEvent({})], 'prj_1');
  await begun;
  const work = ingestion.withoutLoads(async () => void steps.push('work'));
  endFirst(new Error('The engine was killed after the events, before their sums.'));
  await work;
  expect(steps).toEqual(['load', 'load', 'work']);
});

it('rejects where that takes too long', async () => {
  const withoutLoads = createWithoutLoads(takeTurns(), createHalfStored(['segment']), 0);
  await expect(withoutLoads(async () => 'done')).rejects.toThrow(
    'not yet completely in the database',
  );
});
