// Work under a lock writes nothing more once the lock is lost.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DatabaseUnavailableError } from '../../../src/server/database/database-errors.js';
import { createHalfStored } from '../../../src/server/events/half-stored.js';
import { createLoad } from '../../../src/server/events/load-segment.js';
import { serialise } from '../../../src/server/events/serialise.js';
import type { Alone } from '../../../src/server/events/take-turns.js';
import { whileHeld } from '../../../src/server/events/while-held.js';
import { createLog } from '../../../src/server/log.js';
import { createCleanup } from '../../support/cleanup.js';
import { createTestDirectory } from '../../support/temporary-directory.js';
import { rowOf } from '../analytics/analytics-under-test.js';

const cleanUp = createCleanup();

const createLock = () => {
  const lost = new AbortController();
  const alone: Alone = (work) => work(lost.signal);
  return { alone, lose: () => lost.abort(new DatabaseUnavailableError('The lock is lost.')) };
};

it('stops between two statements, while statements outside the lock still run', async () => {
  const written: string[] = [];
  const { alone, lose } = createLock();
  const held = whileHeld({ execute: async (sql: string) => void written.push(sql) }, alone);
  const work = held.alone(async () => {
    await held.database.execute('first');
    lose();
    await held.database.execute('second');
  });
  await expect(work).rejects.toThrow('The lock is lost.');
  await held.database.execute('another');
  expect(written).toEqual(['first', 'another']);
});

it('passes the error of the database on, also for the last statement', async () => {
  const execute = async (_sql: string) => {
    throw new Error('Memory limit exceeded');
  };
  const { database, alone } = whileHeld({ execute }, createLock().alone);
  await expect(alone(() => database.execute('last'))).rejects.toThrow('Memory limit exceeded');
});

it('loads no segment when the lock is lost after the check for stored events', async () => {
  const path = join(await createTestDirectory(cleanUp), 'segment.ndjson');
  await writeFile(path, `${serialise(rowOf({ at: 0, message_id: 'a' }))}\n`);
  const loaded: string[] = [];
  const { alone, lose } = createLock();
  const load = createLoad({
    analytics: {
      query: async () => {
        lose();
        return {
          data: [],
          meta: [],
          rows: 0,
          statistics: { elapsed: 0, rows_read: 0, bytes_read: 0 },
        };
      },
      load: async ({ file }) => void loaded.push(file),
    },
    alone,
    half: createHalfStored([]),
    log: createLog('silent'),
    quarantine: { append: async () => {} },
  });
  await expect(load({ id: 'segment', path, bytes: 1, rows: 1 })).rejects.toThrow(
    'The lock is lost.',
  );
  expect(loaded).toEqual([]);
});
