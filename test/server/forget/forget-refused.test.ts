// When one process deletes a person, the others learn of it and delete the refused events of the person.
import { expect, it } from 'vitest';
import type { AnalyticsResult, SqlValue } from '../../../src/server/database/ports.js';
import { databaseTime } from '../../../src/server/events/event-times.js';
import { openQuarantine } from '../../../src/server/events/quarantine.js';
import { readQuarantine } from '../../../src/server/events/read-quarantine.js';
import { createForgetRefusedJob } from '../../../src/server/forget/forget-refused.js';
import { openForgotten } from '../../../src/server/forget/forgotten.js';
import { createLog } from '../../../src/server/log.js';
import { createCleanup } from '../../support/cleanup.js';
import { eventually } from '../../support/eventually.js';
import { createTestDirectory } from '../../support/temporary-directory.js';

const cleanUp = createCleanup();
const WALLET = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045';
const NOBODY = { wallets: [], anonymousIds: [], userIds: [] };
const MINUTE_MS = 60_000;
const START = Date.UTC(2026, 0, 1);

/** A database with only the table of forgotten ids. */
const createDatabase = () => {
  const rows: { id_hash: string; until: string }[] = [];
  return {
    query: async <Row>(sql: string) => {
      const state = [{ state: JSON.stringify(rows) }];
      return { data: sql.includes('state') ? state : rows } as unknown as AnalyticsResult<Row>;
    },
    execute: async (_sql: string, params: Readonly<Record<string, SqlValue>> = {}) => {
      const { hashes, until } = params as { hashes: readonly string[]; until: string };
      rows.push(...hashes.map((id_hash) => ({ id_hash, until })));
    },
  };
};

const refused = (event: unknown, received_at: number, project_id = 'prj_1') => ({
  project_id,
  received_at: new Date(received_at).toISOString(),
  reason: 'type is unknown',
  event,
});

it('deletes earlier refused events by any id, and none of other people or later ones', async () => {
  const database = createDatabase();
  const one = await openForgotten(database);
  const two = await openForgotten(database);
  const directory = await createTestDirectory(cleanUp);
  const quarantine = await openQuarantine({ directory });
  cleanUp(quarantine.close);
  const gone = [
    refused({ anonymous_id: 'grace' }, START),
    refused({ user_id: 'g' }, START),
    refused({ address: WALLET.toUpperCase().replace('0X', '0x') }, START + MINUTE_MS),
    // This one has a time by a clock that is ahead.
    refused(
      { user_id: 'g', original_timestamp: new Date(START + 30 * MINUTE_MS).toISOString() },
      START,
    ),
  ];
  const kept = [
    refused({ anonymous_id: 'heidi' }, START),
    refused({ anonymous_id: 'grace' }, START, 'prj_theirs'),
    refused({ anonymous_id: 'grace' }, START + MINUTE_MS + 1),
    refused(null, START),
  ];
  await quarantine.append([...gone, ...kept]);
  let removals = 0;
  const job = createForgetRefusedJob({
    forgotten: two,
    removeQuarantined: (isRemoved) => {
      removals += 1;
      return quarantine.remove(isRemoved);
    },
    log: createLog('silent'),
    everyMs: 10,
  });
  cleanUp(job.close);
  await job.run();
  expect(removals).toBe(0);

  const until = databaseTime(START + MINUTE_MS);
  const ids = { wallets: [WALLET], anonymousIds: ['grace'], userIds: ['g'] };
  await one.add(['prj_1'], ids, until);
  await job.run();
  const { newest } = await readQuarantine({ directory, limit: 10 });
  expect(newest.toReversed()).toEqual(kept);
  // Without a new deletion, the files are not read again.
  await job.run();
  expect(removals).toBe(1);

  // The job also runs by itself, and notices a deletion within the same millisecond.
  job.start();
  await one.add(['prj_1'], { ...NOBODY, anonymousIds: ['heidi'] }, until);
  await eventually(() => expect(quarantine.count()).toBe(kept.length - 1));
});

it('deletes at its start for deletions by other processes while it was down', async () => {
  const database = createDatabase();
  const one = await openForgotten(database);
  await one.add(['prj_1'], { ...NOBODY, anonymousIds: ['grace'] }, databaseTime(START));
  const directory = await createTestDirectory(cleanUp);
  const quarantine = await openQuarantine({ directory });
  cleanUp(quarantine.close);
  await quarantine.append([refused({ anonymous_id: 'grace' }, START)]);
  const job = createForgetRefusedJob({
    forgotten: await openForgotten(database),
    removeQuarantined: quarantine.remove,
    log: createLog('silent'),
  });
  job.start();
  cleanUp(job.close);
  await eventually(() => expect(quarantine.count()).toBe(0));
});

it('deletes refused events of a project that another process deleted', async () => {
  const database = createDatabase();
  const directory = await createTestDirectory(cleanUp);
  const quarantine = await openQuarantine({ directory });
  cleanUp(quarantine.close);
  const ofOthers = refused({ anonymous_id: 'grace' }, START);
  await quarantine.append([refused({ user_id: 'g' }, START, 'prj_gone'), ofOthers]);
  const job = createForgetRefusedJob({
    forgotten: await openForgotten(database),
    removeQuarantined: quarantine.remove,
    log: createLog('silent'),
  });
  await (await openForgotten(database)).addProject('prj_gone');
  await job.run();
  const { newest } = await readQuarantine({ directory, limit: 10 });
  expect(newest).toEqual([ofOthers]);
});

it('never shortens the time of a deletion when the clock is set back', async () => {
  const database = createDatabase();
  const forgotten = await openForgotten(database);
  const grace = { ...NOBODY, anonymousIds: ['grace'] };
  await forgotten.add(['prj_1'], grace, databaseTime(START + 2 * MINUTE_MS));
  const ofBefore = refused({ anonymous_id: 'grace' }, START + MINUTE_MS);
  expect(forgotten.hasRefused(ofBefore)).toBe(true);
  await forgotten.add(['prj_1'], grace, databaseTime(START));
  expect(forgotten.hasRefused(ofBefore)).toBe(true);
});
