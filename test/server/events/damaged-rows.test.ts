// Rows that were damaged on the disk go to the quarantine, and do not prevent others from being loaded.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openIngestion } from '../../../src/server/events/ingestion.js';
import { createSegmentId, segmentPath } from '../../../src/server/events/journal/segment.js';
import { quarantineFolder } from '../../../src/server/events/quarantine.js';
import { quarantineDamaged } from '../../../src/server/events/quarantine-damaged.js';
import { readQuarantine } from '../../../src/server/events/read-quarantine.js';
import { serialise } from '../../../src/server/events/serialise.js';
import { createLog } from '../../../src/server/log.js';
import { createCleanup } from '../../support/cleanup.js';
import { PATIENCE_MS } from '../../support/eventually.js';
import { createTestDirectory } from '../../support/temporary-directory.js';
import { rowOf, useAnalytics } from '../analytics/analytics-under-test.js';

const cleanUp = createCleanup();
const AT = Date.UTC(2026, 0, 15, 10);
const analytics = useAnalytics();

const openOn = async (directory: string) => {
  const ingestion = await openIngestion({
    directory,
    maxJournalBytes: 1_000_000,
    analytics: analytics.database,
    log: createLog('silent'),
  });
  cleanUp(() => ingestion.close(0));
  return ingestion;
};

const rowNamed = (id: string) => rowOf({ at: AT, event: 'sale', message_id: id });

it.each([
  ['timestamp', '2026-01-15 1q:00:00.000'],
  ['original_timestamp', '2026-02-30 10:00:00.000'],
  ['received_at', ''],
  ['revenue', 'much'],
  ['screen_width', [1]],
  ['builder_codes', 'app'],
] as const)('quarantines a row whose %s is %j, and loads the others', async (column, value) => {
  const directory = await createTestDirectory(cleanUp);
  const project = `of ${column}`;
  const rows = ['a', 'b', 'c'].map((id) => ({ ...rowNamed(id), project_id: project }));
  const bad = { ...rowNamed('bad'), project_id: project, [column]: value };
  await mkdir(join(directory, 'journal'));
  await writeFile(
    segmentPath(join(directory, 'journal'), createSegmentId()),
    [rows[0], bad, rows[1], rows[2]].map((row) => `${serialise(row)}\n`).join(''),
  );
  const ingestion = await openOn(directory);
  await ingestion.settle(PATIENCE_MS);

  const { data } = await analytics.database.query(
    'SELECT message_id FROM events WHERE project_id = {project:String} ORDER BY message_id',
    { project },
  );
  expect(data).toEqual([{ message_id: 'a' }, { message_id: 'b' }, { message_id: 'c' }]);
  const { newest } = await readQuarantine({ directory: quarantineFolder(directory), limit: 10 });
  expect(newest).toEqual([
    expect.objectContaining({
      project_id: project,
      reason: expect.stringContaining(`damaged on the disk: ${column} must `),
      event: bad,
    }),
  ]);
});

it('quarantines lines that are not rows at the start, also when the whole file is damaged', async () => {
  const directory = await createTestDirectory(cleanUp);
  await mkdir(join(directory, 'journal'));
  const line = '{"project_id":"p","message_id":"a"\0}';
  const cutOff = '{"project_id":"p","mess';
  await writeFile(
    segmentPath(join(directory, 'journal'), createSegmentId()),
    `${line}\n{"project_id":"q"}\n${cutOff}`,
  );
  const ingestion = await openOn(directory);
  expect(ingestion.quarantinedCount()).toBe(2);
  const { newest } = await readQuarantine({ directory: quarantineFolder(directory), limit: 10 });
  expect(newest).toMatchObject([
    { project_id: 'q', reason: 'damaged on the disk: the row lacks project_id or message_id' },
    { project_id: '', reason: 'damaged on the disk: the row is not valid JSON', event: line },
  ]);
});

it('quarantines a line that is not JSON, and does not rewrite a sound file', async () => {
  const directory = await createTestDirectory(cleanUp);
  const path = join(directory, 'segment');
  const sound = `${serialise(rowNamed('a'))}\n`;
  await writeFile(path, `${sound}{"project_id":"p"x\n`);
  const kept: unknown[] = [];
  const quarantine = { append: async (events: readonly unknown[]) => void kept.push(...events) };
  expect(await quarantineDamaged({ path }, quarantine)).toBe(1);
  expect(await readFile(path, 'utf8')).toBe(sound);
  expect(kept).toMatchObject([
    {
      project_id: '',
      reason: 'damaged on the disk: the row is not valid JSON',
      event: '{"project_id":"p"x',
    },
  ]);
  expect(await quarantineDamaged({ path }, quarantine)).toBe(0);
});

it('leaves a row in its file when the quarantine fails', async () => {
  const path = join(await createTestDirectory(cleanUp), 'segment');
  const text = `${serialise(rowNamed('a'))}\nno JSON\n`;
  await writeFile(path, text);
  const append = () => Promise.reject(new Error('ENOSPC'));
  await expect(quarantineDamaged({ path }, { append })).rejects.toThrow('ENOSPC');
  expect(await readFile(path, 'utf8')).toBe(text);
});
