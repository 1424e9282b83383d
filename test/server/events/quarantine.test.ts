// Refused events are stored with their reason, counted, and limited in size.
import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
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

it('keeps events across starts, and drops the oldest files above the limit', async () => {
  const directory = await createTestDirectory(cleanUp);
  const first = await openQuarantine({ directory });
  expect(await readdir(directory)).toEqual([]);
  await first.append([refused({ a: 1 }), refused(null)]);
  await first.close();

  const second = await openQuarantine({ directory, maxFileBytes: 1, maxBytes: 350 });
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

it('keeps all events within the limit after many starts and deletions', async () => {
  const directory = await createTestDirectory(cleanUp);
  for (let start = 0; start < 12; start++) {
    const quarantine = await openQuarantine({ directory });
    await quarantine.append([refused(`alice ${start}`)]);
    await quarantine.remove(({ event }) => event === 'nobody');
    await quarantine.append([refused(`bob ${start}`)]);
    expect(quarantine.count()).toBe(2 * (start + 1));
    await quarantine.close();
  }
  const last = await openQuarantine({ directory });
  expect(await last.remove(({ event }) => String(event).startsWith('alice'))).toBe(12);
  expect(last.count()).toBe(12);
  // Each start and each deletion goes on in the same file: a deletion reads all that there are.
  expect(await readdir(directory)).toHaveLength(1);
  expect(await linesOf(directory)).toHaveLength(12);
});

it('goes on in a file only while it is small, and after the part of a line that a killed append left', async () => {
  const directory = await createTestDirectory(cleanUp);
  const begin = async (event: string) => {
    const quarantine = await openQuarantine({ directory, maxFileBytes: 250 });
    await quarantine.append([refused(event)]);
    await quarantine.close();
    return (await readdir(directory)).sort();
  };
  const [name = ''] = await begin('first');
  await appendFile(join(directory, name), '{"project_id":"p","rec');
  expect(await begin('second')).toEqual([name]);
  expect(await begin('third')).toEqual([name]);
  const [, newer = ''] = await begin('fourth');
  expect(await begin('fifth')).toEqual([name, newer]);
  const contents = await Promise.all(
    [name, newer].map((one) => readFile(join(directory, one), 'utf8')),
  );
  const events = contents.map((text) =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).event),
  );
  expect(events).toEqual([
    ['first', 'second', 'third'],
    ['fourth', 'fifth'],
  ]);
});

it('deletes files that a removal has emptied, because they would be read at every start', async () => {
  const directory = await createTestDirectory(cleanUp);
  const quarantine = await openQuarantine({ directory, maxFileBytes: 1 });
  for (const event of ['alice', 'bob', 'alice']) await quarantine.append([refused(event)]);
  expect(await quarantine.remove(({ event }) => event === 'alice')).toBe(2);
  expect(await readdir(directory)).toHaveLength(1);
});

it('writes to another file after one that was deleted by hand', async () => {
  const directory = await createTestDirectory(cleanUp);
  const first = await openQuarantine({ directory });
  await first.append([refused('gone')]);
  await first.close();
  const second = await openQuarantine({ directory });
  for (const name of await readdir(directory)) await rm(join(directory, name));
  await expect(second.append([refused('lost')])).rejects.toThrow('ENOENT');
  await second.append([refused('kept')]);
  expect(await linesOf(directory)).toEqual([JSON.stringify(refused('kept'))]);
});

it('begins a file of its own also within the millisecond of an earlier start', async () => {
  const { now } = Date;
  onTestFinished(() => {
    Date.now = now;
  });
  const moment = now();
  Date.now = () => moment;
  const directory = await createTestDirectory(cleanUp);
  for (const event of ['first', 'second', 'third']) {
    const quarantine = await openQuarantine({ directory, maxFileBytes: 1 });
    await quarantine.append([refused(event)]);
    await quarantine.close();
  }
  expect((await openQuarantine({ directory })).count()).toBe(3);
});

it('closes only after a removal in progress', async () => {
  const quarantine = await openQuarantine({ directory: await createTestDirectory(cleanUp) });
  await quarantine.append([refused('alice'), refused('bob')]);
  const ended: string[] = [];
  const removal = quarantine.remove(({ event }) => event === 'alice');
  void removal.then(() => ended.push('removal'));
  await quarantine.close();
  expect(ended).toEqual(['removal']);
});

it('deletes the draft that a killed deletion left', async () => {
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

it('cuts off a partial line that a killed append left', async () => {
  const directory = await createTestDirectory(cleanUp);
  const half = JSON.stringify(refused('alice')).slice(0, -3);
  const [both = '', alone = ''] = [1, 2].map((n) => `quarantine-000000000000${n}-000000.ndjson`);
  await writeFile(join(directory, both), `${JSON.stringify(refused('bøb'))}\n${half}`);
  await writeFile(join(directory, alone), half);

  const quarantine = await openQuarantine({ directory });
  expect(quarantine.count()).toBe(1);
  expect(await readdir(directory)).toEqual([both]);
  expect(await linesOf(directory)).toEqual([JSON.stringify(refused('bøb'))]);
});

const linesOf = async (directory: string): Promise<readonly string[]> => {
  const names = await readdir(directory);
  const texts = await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')));
  return texts.join('').split('\n').filter(Boolean);
};

it('loses and restores no events when files fill up during removals', async () => {
  const directory = await createTestDirectory(cleanUp);
  const quarantine = await openQuarantine({ directory, maxFileBytes: 600, maxBytes: 600_000 });
  const isAlices = ({ event }: { readonly event: unknown }) => String(event).startsWith('alice');
  const bobs: string[] = [];
  const work: Promise<unknown>[] = [];
  for (let round = 0; round < 30; round++) {
    for (let n = 0; n < 6; n++) {
      const bob = `bob ${round} ${n}`;
      bobs.push(JSON.stringify(refused(bob)));
      work.push(quarantine.append([refused(bob), refused(`alice ${round} ${n}`)]));
      await new Promise((resolve) => setImmediate(resolve));
    }
    work.push(quarantine.remove(isAlices));
  }
  await Promise.all(work);
  await quarantine.remove(isAlices);
  const lines = await linesOf(directory);
  expect([...lines].sort()).toEqual(bobs.sort());
  expect(quarantine.count()).toBe(lines.length);
});

it('does not drop a file during a removal from it', async () => {
  const directory = await createTestDirectory(cleanUp);
  const quarantine = await openQuarantine({ directory, maxFileBytes: 1, maxBytes: 250 });
  for (let round = 0; round < 20; round++) {
    const removal = quarantine.remove(({ event }) => event === `alice ${round - 1}`);
    const added = [`bob ${round}`, `alice ${round}`].map((name) => refused(name));
    await Promise.all([removal, ...added.map((one) => quarantine.append([one]))]);
  }
  expect((await readdir(directory)).length).toBeLessThanOrEqual(2);
  expect(quarantine.count()).toBe((await linesOf(directory)).length);
});

it('syncs the folder before a removal resolves', async () => {
  const directory = await createTestDirectory(cleanUp);
  const synced: (readonly string[])[] = [];
  const quarantine = await openQuarantine({
    directory,
    sync: async (folder) => void synced.push(await linesOf(folder)),
  });
  await quarantine.append([refused('alice'), refused('bob')]);
  await quarantine.remove(({ event }) => event === 'nobody');
  expect(synced).toEqual([]);
  await quarantine.remove(({ event }) => event === 'alice');
  expect(synced).toEqual([[JSON.stringify(refused('bob'))]]);
  await quarantine.remove(({ event }) => event === 'bob');
  expect(synced.at(-1)).toEqual([]);
});

it('removes events from other files when one was deleted by hand', async () => {
  const directory = await createTestDirectory(cleanUp);
  const quarantine = await openQuarantine({ directory, maxFileBytes: 1 });
  for (const event of ['alice', 'bob', 'alice']) await quarantine.append([refused(event)]);
  const [first = ''] = (await readdir(directory)).sort();
  await rm(join(directory, first));
  expect(await quarantine.remove(({ event }) => event === 'alice')).toBe(1);
  expect(quarantine.count()).toBe(1);
  expect(await linesOf(directory)).toEqual([JSON.stringify(refused('bob'))]);
  // Any other error while reading must not count as a removal.
  const [last = ''] = await readdir(directory);
  await rm(join(directory, last));
  await mkdir(join(directory, last));
  await expect(quarantine.remove(() => true)).rejects.toThrow('EISDIR');
});

it('also removes events that are being written', async () => {
  const directory = await createTestDirectory(cleanUp);
  const quarantine = await openQuarantine({ directory });
  const added = quarantine.append([refused('alice'), refused('bob')]);
  expect(await quarantine.remove(({ event }) => event === 'alice')).toBe(1);
  await added;
  expect(await linesOf(directory)).toEqual([JSON.stringify(refused('bob'))]);
});

it('rejects when events cannot be written, and works again afterwards', async () => {
  const directory = await createTestDirectory(cleanUp);
  const quarantine = await openQuarantine({ directory });
  await quarantine.append([]);
  expect(await readdir(directory)).toEqual([]);
  await rm(directory, { recursive: true });
  await expect(quarantine.append([refused('lost')])).rejects.toThrow('ENOENT');
  await quarantine.append([refused('kept')]);
  expect(quarantine.count()).toBe(1);
  expect(await linesOf(directory)).toEqual([JSON.stringify(refused('kept'))]);
});
