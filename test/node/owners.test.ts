// What others may find of a process that shares a spool tells the truth from its first moment on.
import { readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { createOwner } from '../../src/node/spool/owners.js';
import { createCleanup } from '../support/cleanup.js';
import { createTemporaryDirectory } from '../support/temporary-directory.js';

const cleanUp = createCleanup();

afterEach(() => vi.restoreAllMocks());

it('is found by others once its socket is listened on, and no more once it is released', async () => {
  const folder = await createTemporaryDirectory();
  cleanUp(folder.remove);
  const isFound = () => readdirSync(folder.path).some((name) => /\.(sock|alive)$/.test(name));
  const { listen } = Server.prototype;
  const foundBefore: boolean[] = [];
  vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server, ...given) {
    Reflect.apply(listen, this, given);
    foundBefore.push(isFound());
    return this;
  });

  const owner = createOwner(folder.path, (cause) => expect(cause).toBeUndefined());
  const other = createOwner(folder.path, (cause) => expect(cause).toBeUndefined());
  cleanUp(async () => other.release());
  expect(foundBefore[0]).toBe(false);
  expect(await other.isAlive(owner.id)).toBe(true);
  owner.release();
  expect(await other.isAlive(owner.id)).toBe(false);
  expect(readdirSync(folder.path).filter((name) => name.startsWith(owner.id))).toEqual([]);
});

it('asks an owner that could not tell when the machine started, as under a permission model', async () => {
  const folder = await createTemporaryDirectory();
  cleanUp(folder.remove);
  const owner = createOwner(folder.path, (cause) => expect(cause).toBeUndefined());
  const other = createOwner(folder.path, (cause) => expect(cause).toBeUndefined());
  cleanUp(async () => other.release());
  // The hash of no text.
  const unknown = owner.id.replace(/-[0-9a-f]{8}-/, '-e3b0c442-');
  for (const sign of ['sock', 'alive']) {
    renameSync(join(folder.path, `${owner.id}.${sign}`), join(folder.path, `${unknown}.${sign}`));
  }

  expect(await other.isAlive(unknown)).toBe(true);
  owner.release();
  expect(await other.isAlive(unknown)).toBe(false);
});

it('lives for whoever finds the folder under a path that is too long for a socket', async () => {
  const folder = await createTemporaryDirectory();
  cleanUp(folder.remove);
  const owner = createOwner(folder.path, (cause) => expect(cause).toBeUndefined());
  cleanUp(async () => owner.release());
  // As another container may have it mounted.
  const mount = await createTemporaryDirectory();
  cleanUp(mount.remove);
  const longer = join(mount.path, 'x'.repeat(100));
  symlinkSync(folder.path, longer);
  const other = createOwner(longer, (cause) => expect(cause).toBeUndefined());
  cleanUp(async () => other.release());

  expect(await other.isAlive(owner.id)).toBe(true);
  expect(await owner.isAlive(other.id)).toBe(true);
});

it.each<[string, string, string, string | undefined, boolean]>([
  ['of another machine by its sign alone', 'aaaaaaaa', 'bbbbbbbb', '', true],
  ['of another machine that could not tell of its start, too', 'aaaaaaaa', 'e3b0c442', '', true],
  ['of another container by its socket', 'aaaaaaaa', '', '', false],
  ['of another container without a socket by its sign', 'aaaaaaaa', '', undefined, true],
  ['of this machine before it was started again not at all', '', 'bbbbbbbb', '', false],
  ['of this machine by no file in the place of its socket', '', '', '', false],
])('believes an owner %s', async (_, machine, boot, socket, isAlive) => {
  const folder = await createTemporaryDirectory();
  cleanUp(folder.remove);
  const owner = createOwner(folder.path, (cause) => expect(cause).toBeUndefined());
  cleanUp(async () => owner.release());
  const [ownMachine, ownBoot] = owner.id.split('-');
  const other = `${machine || ownMachine}-${boot || ownBoot}-0123456789ab`;
  writeFileSync(join(folder.path, `${other}.alive`), '');
  // A file: whoever asks it hears, as of the socket of a dead process, that nobody listens.
  if (socket !== undefined) writeFileSync(join(folder.path, `${other}.sock`), socket);
  expect(await owner.isAlive(other)).toBe(isAlive);
});

it('leaves nothing where the disk has no room for its sign of life', async () => {
  const folder = await createTemporaryDirectory();
  cleanUp(folder.remove);
  const { listen } = Server.prototype;
  vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server, ...given) {
    Reflect.apply(listen, this, given);
    const [name = ''] = readdirSync(folder.path);
    symlinkSync('/dev/full', join(folder.path, name.replace('.sock~', '.alive')));
    return this;
  });

  expect(() => createOwner(folder.path, (cause) => expect(cause).toBeUndefined())).toThrow(
    'ENOSPC',
  );
  expect(readdirSync(folder.path)).toEqual([]);
});
