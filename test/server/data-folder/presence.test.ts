// A process shows by a socket that it is alive, also below a long path, until it ends in any way.
import { access, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isPresent, showPresence } from '../../../src/server/data-folder/presence.js';
import { builtFile } from '../../support/built.js';
import { startNodeProcess } from '../../support/node-process.js';
import { createTemporaryDirectory } from '../../support/temporary-directory.js';

const newFolder = async (name: string): Promise<string> => {
  const directory = await createTemporaryDirectory();
  onTestFinished(directory.remove);
  const folder = join(directory.path, name);
  await mkdir(folder);
  return folder;
};

const PROCESS = `
  const [file, prefix] = process.argv.slice(1);
  const { showPresence } = await import(file);
  console.log((await showPresence(prefix)).socket);
  setInterval(() => {}, 1_000);
`;

it.each(['folder', `folder${'-deep'.repeat(40)}`])(
  'is present until it is killed: %s',
  async (name) => {
    const folder = await newFolder(name);
    const { nextLine, kill } = startNodeProcess(PROCESS, [
      builtFile('server/data-folder/presence'),
      join(folder, 'part'),
    ]);
    onTestFinished(() => kill('SIGKILL'));
    const socket = await nextLine();
    expect(await isPresent(socket)).toBe(true);
    expect(await isPresent(socket)).toBe(true);
    await kill('SIGKILL');
    await access(socket);
    expect(await isPresent(socket)).toBe(false);
    expect(await readdir(folder)).toEqual([]);
  },
);

it.each(['folder', `folder${'-deep'.repeat(40)}`])(
  'leaves no file once it ends: %s',
  async (name) => {
    const folder = await newFolder(name);
    const { socket, end } = await showPresence(join(folder, 'part'));
    expect(await readdir(folder)).toHaveLength(1);
    await end();
    expect(await readdir(folder)).toEqual([]);
    expect(await isPresent(socket ?? '')).toBe(false);
  },
);

it('has no socket where none can be created', async () => {
  const { socket, end } = await showPresence('/proc/part');
  expect(socket).toBeNull();
  await end();
});
