// Reads refused events: newest first, limited, and robust against damaged lines.
import { appendFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { openQuarantine } from '../../../src/server/events/quarantine.js';
import { readQuarantine } from '../../../src/server/events/read-quarantine.js';
import { createCleanup } from '../../support/cleanup.js';
import { createTestDirectory } from '../../support/temporary-directory.js';

const cleanUp = createCleanup();
let directory = '';

const refused = (n: number) => ({
  project_id: n % 2 === 0 ? 'even' : 'odd',
  received_at: '2026-01-01T00:00:00.000Z',
  reason: `reason ${n}`,
  event: { n },
});

beforeAll(async () => {
  directory = await createTestDirectory(cleanUp);
  // The small limit gives several files.
  const quarantine = await openQuarantine({ directory, maxFileBytes: 300 });
  cleanUp(quarantine.close);
  for (let n = 0; n < 10; n += 1) await quarantine.append([refused(n)]);
});

it('returns the newest events and the total', async () => {
  expect((await readdir(directory)).length).toBeGreaterThan(1);
  expect(await readQuarantine({ directory, limit: 3 })).toEqual({
    newest: [refused(9), refused(8), refused(7)],
    total: 10,
  });
});

it('returns the events of one project', async () => {
  const { newest, total } = await readQuarantine({ directory, limit: 2, projectId: 'even' });
  expect(newest).toEqual([refused(8), refused(6)]);
  expect(total).toBe(5);
});

it('skips a partial line and other files', async () => {
  const [name = ''] = (await readdir(directory)).sort().slice(-1);
  await appendFile(join(directory, name), '{"project_id":"ev');
  await writeFile(join(directory, 'notes.txt'), '{"project_id":"even"}\n');
  expect((await readQuarantine({ directory, limit: 1 })).total).toBe(10);
});

it('returns nothing for a missing folder', async () => {
  const missing = join(directory, 'missing');
  expect(await readQuarantine({ directory: missing, limit: 1 })).toEqual({ newest: [], total: 0 });
});

it('fails where a file cannot be read, instead of leaving out its events', async () => {
  const unreadable = await createTestDirectory(cleanUp);
  await mkdir(join(unreadable, 'quarantine-1767225600000-000000.ndjson'));
  await expect(readQuarantine({ directory: unreadable, limit: 1 })).rejects.toThrow('EISDIR');
});
