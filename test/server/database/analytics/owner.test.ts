// The note about the owner counts only while that same process is alive.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  findLiveOwner,
  removeOwner,
  writeOwner,
} from '../../../../src/server/database/analytics/owner.js';
import { eventually, isAlive } from '../../../support/eventually.js';
import {
  createTemporaryDirectory,
  type TemporaryDirectory,
} from '../../../support/temporary-directory.js';

let folder: TemporaryDirectory;
let directory: string;
beforeAll(async () => {
  folder = await createTemporaryDirectory();
});
afterAll(() => folder.remove());
beforeEach(async () => {
  directory = join(folder.path, 'analytics');
  await removeOwner(directory);
});

const note = () => `${directory}.owner.json`;

const alter = async (fields: object): Promise<void> => {
  const owner = JSON.parse(await readFile(note(), 'utf8'));
  await writeFile(note(), JSON.stringify({ ...owner, ...fields }));
};

describe('the owner', () => {
  it('is nobody without a note', async () => {
    expect(await findLiveOwner(directory)).toBeNull();
  });

  it('is the process that wrote the note, until it removes it', async () => {
    await writeOwner(directory, 'http://127.0.0.1:4318');
    expect(await findLiveOwner(directory)).toMatchObject({
      pid: process.pid,
      url: 'http://127.0.0.1:4318',
      started_at: expect.stringMatching(/Z$/),
    });
    await removeOwner(directory);
    expect(await findLiveOwner(directory)).toBeNull();
  });

  it('is nobody when that process has ended', async () => {
    const child = spawn(process.execPath, ['--eval', '']);
    await once(child, 'exit');
    await writeOwner(directory, null);
    await alter({ pid: child.pid });
    expect(await findLiveOwner(directory)).toBeNull();
  });

  it('is nobody when the process id belongs to a later process', async () => {
    await writeOwner(directory, null);
    await alter({ start_ticks: '1' });
    expect(await findLiveOwner(directory)).toBeNull();
  });

  it('is nobody when the process is a zombie', async () => {
    // The shell becomes a `sleep`, which never waits for the child that it inherits. The child is killed after
    // that, because a shell would still wait for it.
    const shell = spawn('sh', ['-c', 'sleep 1000 & echo $!; exec sleep 1000']);
    onTestFinished(() => void shell.kill('SIGKILL'));
    const [line] = await once(createInterface({ input: shell.stdout }), 'line');
    const pid = Number(line);
    onTestFinished(() => void process.kill(pid, 'SIGKILL'));
    await writeOwner(directory, null);
    await alter({ pid, start_ticks: null });
    await eventually(async () => (await readFile(`/proc/${shell.pid}/comm`, 'utf8')) === 'sleep\n');
    expect(await findLiveOwner(directory)).toMatchObject({ pid });
    process.kill(pid, 'SIGKILL');
    await eventually(async () => (await findLiveOwner(directory)) === null);
    expect(isAlive(pid)).toBe(true);
  });

  it.each(['', '{', 'null', '[]', '{"pid":"1"}', '{"pid":-1}'])(
    'is nobody for the damaged note %j',
    async (text) => {
      await writeFile(note(), text);
      expect(await findLiveOwner(directory)).toBeNull();
    },
  );
});
