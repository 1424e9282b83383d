// A backup of a running server, once restored, has the same keys, events and refused events.
import { chmod, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { removeOwner, writeOwner } from '../../../src/server/database/analytics/owner.js';
import { readTopEvents } from '../../support/ask-api.js';
import { builtFile } from '../../support/built.js';
import { createCleanup } from '../../support/cleanup.js';
import { eventually } from '../../support/eventually.js';
import { runWithoutRights } from '../../support/run-without-rights.js';
import { startServer, type TestServer } from '../../support/server.js';
import { createTestDirectory } from '../../support/temporary-directory.js';
import { chaintrail, chaintrailJson } from '../cli/chaintrail.js';
import { anEvent } from '../http/app-under-test.js';

const cleanUp = createCleanup();
let server: TestServer;
let root = '';
let backup = '';

const send = async (...events: unknown[]): Promise<void> => {
  const response = await fetch(`${server.url}/v0/raw_events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.writeKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(events),
  });
  expect(response.status, await response.text()).toBe(200);
};

beforeAll(async () => {
  root = await createTestDirectory(cleanUp);
  backup = join(root, 'backup');
  server = await startServer();
  cleanUp(server.dispose);
});

it('contains every event that was answered before it, and none that was sent after it', async () => {
  const before = Array.from({ length: 200 }, () => anEvent({ event: 'before' }));
  await send(...before, anEvent({ type: 'refused' }));
  // The backup starts at once, while the events are still in the journal.
  const facts = await chaintrailJson(server.dataDirectory, ['backup', backup]);
  expect(facts.files).toBeGreaterThan(3);
  await send(anEvent({ event: 'after' }));
  await server.stop();

  // The same folder for the restored server, so that the test server can start on it.
  await rm(server.dataDirectory, { recursive: true });
  await mkdir(server.dataDirectory);
  const restored = await chaintrailJson(server.dataDirectory, ['restore', backup]);
  expect(restored.event_rows).toBe(200);
  await server.restart();
  expect(server.output()).toContain(server.writeKey);
  expect(await readTopEvents(server)).toEqual({ 'track:before': 200 });
  const [refused] = await chaintrailJson(server.dataDirectory, ['quarantine']);
  expect(refused).toMatchObject({ event: { type: 'refused' } });

  // An event of the backup that is sent again still counts once.
  await send(...before.slice(0, 5), anEvent({ event: 'later' }));
  await eventually(async () =>
    expect(await readTopEvents(server)).toEqual({ 'track:before': 200, 'track:later': 1 }),
  );
});

it('is accessible to its owner alone, because it contains keys', async () => {
  expect((await stat(backup)).mode & 0o077).toBe(0);
});

it('is accessible to its owner alone in an existing folder that others may read', async () => {
  const folder = join(root, 'open');
  await mkdir(folder, { mode: 0o755 });
  await chaintrailJson(server.dataDirectory, ['backup', folder]);
  const inside = await readdir(folder, { recursive: true });
  const open = await Promise.all(
    inside.map(async (name) => ((await stat(join(folder, name))).mode & 0o077 ? name : [])),
  );
  expect(inside.length).toBeGreaterThan(10);
  expect(open.flat()).toEqual([]);
});

describe('refuses', () => {
  it('to write into a folder that is not empty, and leaves its files alone', async () => {
    const folder = join(root, 'full');
    await mkdir(folder);
    await writeFile(join(folder, 'mine'), 'mine');
    const { status, output } = await chaintrail(server.dataDirectory, ['backup', folder]);
    expect(status).toBe(1);
    expect(output).toContain('not empty: it contains mine');
    expect(await readdir(folder)).toEqual(['mine']);
  });

  it('to write where writing is impossible, with a message instead of a stack', async () => {
    const { status, output } = await chaintrail(server.dataDirectory, ['backup', '/dev/null/x']);
    expect(status).toBe(1);
    expect(output).toContain('/dev/null/x cannot be written to');
    expect(output).not.toMatch(/^\s+at /m);
  });

  it('to restore into a folder with data', async () => {
    const { status, output } = await chaintrail(server.dataDirectory, ['restore', backup]);
    expect(status).toBe(1);
    expect(output).toContain('already contains data');
    expect(await readTopEvents(server)).toMatchObject({ 'track:before': 200 });
  });

  it('to restore a folder that is not a complete backup', async () => {
    const folder = join(root, 'nothing');
    await mkdir(folder);
    const { status, output } = await chaintrail(join(root, 'nothing'), ['restore', folder]);
    expect(status).toBe(1);
    expect(output).toContain('is not a complete backup');
    expect(await readdir(folder)).toEqual([]);
  });

  it('to restore a backup with a missing part, and writes nothing', async () => {
    const copy = join(root, 'cut-short');
    await cp(backup, copy, { recursive: true });
    await rm(join(copy, 'application.tar'));
    const data = join(root, 'from-cut-short');
    await mkdir(data);
    const { status, output } = await chaintrail(data, ['restore', copy]);
    expect(status).toBe(1);
    expect(output).toContain('application.tar cannot be read');
    expect(output).not.toMatch(/^\s+at /m);
    expect(await readdir(data)).toEqual([]);
  });

  it.each(['.', 'backup.json', 'application.tar', 'analytics', 'quarantine'])(
    'to restore a backup of another user, and names %s, which this one cannot read',
    async (part) => {
      const path = join(backup, part);
      const { mode } = await stat(path);
      const data = join(root, `unreadable-${part}`);
      await chmod(path, 0o000);
      const options = { cwd: root, env: { CHAINTRAIL_DATA: data } };
      const script = [builtFile('server/bin'), 'restore', backup];
      const { status, output } = await runWithoutRights(script, options).finally(() =>
        chmod(path, mode),
      );
      expect(status).toBe(1);
      expect(output).toMatch(/^The backup cannot be read: EACCES: .* \(chown -R\)\.\n$/);
      expect(output).toContain(path);
      await expect(stat(data)).rejects.toThrow('ENOENT');
    },
  );
});

it('is restored from a copy without empty folders, as object storage makes it', async () => {
  const copy = join(root, 'from-objects');
  await cp(backup, copy, { recursive: true });
  await rm(join(copy, 'quarantine'), { recursive: true });
  const data = join(root, 'restored-from-objects');
  await mkdir(data);
  expect(await chaintrailJson(data, ['restore', copy])).toMatchObject({ event_rows: 200 });
});

it('that was restored in part is not served, and can be restored again', async () => {
  const data = join(root, 'half');
  await mkdir(join(data, 'analytics', 'store'), { recursive: true });
  await writeFile(join(data, 'restoring.chaintrail'), '');
  const refused = await chaintrail(data, ['serve'], { PORT: '0' });
  expect(refused.status).toBe(1);
  expect(refused.output).toContain('was interrupted');
  const { stdout } = await chaintrail(data, ['restore', backup]);
  expect(stdout).toContain('200 event rows');
  // Without the variable, the next command would start a server on the default folder.
  expect(stdout).toContain(`Next: CHAINTRAIL_DATA='${data}' chaintrail serve`);
  expect(await readdir(data)).not.toContain('restoring.chaintrail');
  const keys = await chaintrailJson(data, ['writekey', 'list']);
  expect(keys[0].write_key).toBe(server.writeKey);
});

it('is not served and not restored a second time while it is being restored', async () => {
  const data = join(root, 'busy');
  await mkdir(join(data, 'analytics', 'store'), { recursive: true });
  await writeFile(join(data, 'restoring.chaintrail'), '');
  const restoring = join(data, 'restoring');
  await writeOwner(restoring, null);
  for (const args of [['restore', backup], ['serve']]) {
    const { status, output } = await chaintrail(data, args, { PORT: '0' });
    expect(status).toBe(1);
    expect(output).toContain(`is in use by process ${process.pid}`);
  }
  expect(await readdir(join(data, 'analytics'))).toEqual(['store']);
  await removeOwner(restoring);
  expect(await chaintrailJson(data, ['restore', backup])).toMatchObject({ event_rows: 200 });
  expect((await readdir(data)).filter((name) => name.startsWith('restoring'))).toEqual([]);
});

it('has its format, its time and the version of the server in backup.json', async () => {
  const note = JSON.parse(await readFile(join(backup, 'backup.json'), 'utf8'));
  expect(note).toEqual({ format: 1, created_at: expect.any(String), version: expect.any(String) });
});
