// Refused events are kept with their reason, countable, within bounds.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openQuarantine } from '../../../src/server/events/quarantine.js';
import { createCleanup } from '../../support/cleanup.js';
import { createTestDirectory } from '../../support/temporary-directory.js';

const cleanUp = createCleanup();

const refused = (event: unknown) => ({
  project_id: 'p',
  received_at: '2026-01-01T00:00:00.000Z',
  reason: 'type is required',
  event,
});

it('keeps them across starts, and drops the oldest files', async () => {
  const directory = await createTestDirectory(cleanUp);
  const first = await openQuarantine({ directory });
  expect(await readdir(directory)).toEqual([]);
  await first.append([refused({ a: 1 }), refused(null)]);
  await first.close();

  const second = await openQuarantine({ directory, maxFileBytes: 1, maxFiles: 2 });
  expect(second.count()).toBe(2);
  await second.append([refused('x')]);
  expect(second.count()).toBe(3);
  const [oldest] = (await readdir(directory)).sort();
  const lines = (await readFile(join(directory, oldest ?? ''), 'utf8')).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([refused({ a: 1 }), refused(null)]);

  await second.append([refused('y')]);
  expect(second.count()).toBe(2);
  expect(await readdir(directory)).toHaveLength(2);
});

it('removes what a killed deletion left, where no later one would look', async () => {
  const directory = await createTestDirectory(cleanUp);
  const first = await openQuarantine({ directory });
  await first.append([refused('kept')]);
  await first.close();
  const [name = ''] = await readdir(directory);
  await writeFile(join(directory, `${name}.draft`), JSON.stringify(refused('copied')));

  const second = await openQuarantine({ directory });
  expect(await readdir(directory)).toEqual([name]);
  expect(second.count()).toBe(1);
});
