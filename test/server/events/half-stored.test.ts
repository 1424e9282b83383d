// Processes on the same databases tell each other which of their loads may be stored in part.
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { ApplicationDatabase } from '../../../src/server/database/ports.js';
import { createHalfStored } from '../../../src/server/events/half-stored.js';
import { createCleanup } from '../../support/cleanup.js';
import { createTestDirectory } from '../../support/temporary-directory.js';
import { openTestApplication } from '../database/application/open-test-application.js';

const cleanUp = createCleanup();
let shared: ApplicationDatabase;

beforeAll(async () => {
  const directory = await createTestDirectory(cleanUp);
  shared = await openTestApplication({ directory: join(directory, 'application') });
  cleanUp(() => shared.close());
});

it('a process knows of the load of another one until that has succeeded', async () => {
  const [one, other] = [createHalfStored([], shared), createHalfStored([], shared)];
  await one.add('segment');
  expect(await other.isEmpty()).toBe(false);
  await one.remove('segment');
  expect([await one.isEmpty(), await other.isEmpty()]).toEqual([true, true]);
});

it('and of the load of one that was killed, until its next run has repeated it', async () => {
  await createHalfStored([], shared).add('segment');
  const [nextRun, other] = [createHalfStored(['segment'], shared), createHalfStored([], shared)];
  expect(await other.isEmpty()).toBe(false);
  await nextRun.remove('segment');
  expect([await nextRun.isEmpty(), await other.isEmpty()]).toEqual([true, true]);
});

it('what an earlier run left keeps only its own process from other work', async () => {
  const nextRun = createHalfStored(['segment'], shared);
  expect(await nextRun.isEmpty()).toBe(false);
  expect(await createHalfStored([], shared).isEmpty()).toBe(true);
});

it.each(['- interval', '+ interval'])(
  'one of more than an hour is passed over: now() %s',
  async (sign) => {
    const other = createHalfStored([], shared);
    await createHalfStored([], shared).add('of a lost machine');
    await shared.query(`UPDATE unfinished_loads SET begun_at = now() ${sign} '61 minutes'`);
    expect(await other.isEmpty()).toBe(true);
    await other.add('another');
    await other.remove('another');
    expect(await shared.query('SELECT segment FROM unfinished_loads')).toEqual([]);
  },
);
