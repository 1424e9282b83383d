// Processes that share a spool tell from files in its folder which of them are alive.
import { readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { createOwner } from '../../src/node/spool/owners.js';
import { createCleanup } from '../support/cleanup.js';
import { createTemporaryDirectory } from '../support/temporary-directory.js';

const cleanUp = createCleanup();

afterEach(() => vi.restoreAllMocks());

it('counts as alive once its socket is listening, and no longer after its release', async () => {
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

it('checks the socket of an owner that could not read its boot time, as under a permission model', async () => {
  const folder = await createTemporaryDirectory();
  cleanUp(folder.remove);
  const owner = createOwner(folder.path, (cause) => expect(cause).toBeUndefined());
  const other = createOwner(folder.path, (cause) => expect(cause).toBeUndefined());
  cleanUp(async () => other.release());
  // The hash of an empty text.
  const unknown = owner.id.replace(/-[0-9a-f]{8}-/, '-e3b0c442-');
  for (const sign of ['sock', 'alive']) {
    renameSync(join(folder.path, `${owner.id}.${sign}`), join(folder.path, `${unknown}.${sign}`));
  }

  expect(await other.isAlive(unknown)).toBe(true);
  owner.release();
  expect(await other.isAlive(unknown)).toBe(false);
});

it('counts as alive also where the path of the folder is too long for a socket', async () => {
  const folder = await createTemporaryDirectory();
  cleanUp(folder.remove);
  const owner = createOwner(folder.path, (cause) => expect(cause).toBeUndefined());
  cleanUp(async () => owner.release());
  // As another container may have mounted the folder.
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
])('judges an owner %s', async (_, machine, boot, socket, isAlive) => {
  const folder = await createTemporaryDirectory();
  cleanUp(folder.remove);
  const owner = createOwner(folder.path, (cause) => expect(cause).toBeUndefined());
  cleanUp(async () => owner.release());
  const [ownMachine, ownBoot] = owner.id.split('-');
  const other = `${machine || ownMachine}-${boot || ownBoot}-0123456789ab`;
  writeFileSync(join(folder.path, `${other}.alive`), '');
  // Connecting to a regular file fails as connecting to the socket of a dead process does.
  if (socket !== undefined) writeFileSync(join(folder.path, `${other}.sock`), socket);
  expect(await owner.isAlive(other)).toBe(isAlive);
});

it('leaves no files where the disk has no room for its .alive file', async () => {
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
