// The admin channel: who may connect, what it answers, and which invalid requests it withstands.
import { once } from 'node:events';
import { access, mkdir, mkdtemp, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { connectAdmin } from '../../../src/server/admin/connect.js';
import { openAdminChannel } from '../../../src/server/admin/listen.js';
import { adminFolder, adminSocket } from '../../../src/server/admin/messages.js';
import { DomainError } from '../../../src/server/errors/domain-error.js';
import { createLog } from '../../../src/server/log.js';
import { createCleanup } from '../../support/cleanup.js';
import { createTestDirectory } from '../../support/temporary-directory.js';

const cleanUp = createCleanup();
let root = '';
let folders = 0;

beforeAll(async () => {
  root = await createTestDirectory(cleanUp);
});

const newFolder = async (name = ''): Promise<string> => {
  const path = join(root, `${folders++}${name}`);
  await mkdir(path);
  return path;
};

const open = async (
  dataDirectory: string,
  run = async (...called: unknown[]) => called as unknown,
) => {
  const lines: string[] = [];
  const log = createLog('json', (line) => lines.push(line));
  const channel = await openAdminChannel({ dataDirectory, run, log });
  onTestFinished(channel.close);
  return { ...channel, lines };
};

/** Sends the text unchanged, and reads the whole answer. */
const say = async (dataDirectory: string, text: string): Promise<string> => {
  const socket = connect(adminSocket(dataDirectory));
  let answer = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    answer += part;
  });
  socket.on('error', () => {});
  socket.write(text);
  await once(socket, 'close');
  return answer;
};

describe('the socket', () => {
  it('is accessible to its owner alone', async () => {
    const folder = await newFolder();
    await open(folder);
    expect((await stat(adminSocket(folder))).mode & 0o777).toBe(0o600);
    expect((await stat(adminFolder(folder))).mode & 0o777).toBe(0o700);
  });

  it('replaces the socket of a killed server, and is removed on close', async () => {
    const folder = await newFolder();
    await mkdir(adminFolder(folder), { mode: 0o755 });
    await writeFile(adminSocket(folder), '');
    await writeFile(join(adminFolder(folder), 'notes'), 'not ours');
    const channel = await open(folder);
    const admin = await connectAdmin(folder);
    expect(await admin?.call('keys.list', {})).toEqual(['keys.list', {}]);
    expect((await stat(adminFolder(folder))).mode & 0o777).toBe(0o700);
    await channel.close();
    expect(await connectAdmin(folder)).toBeUndefined();
    expect(await readdir(adminFolder(folder))).toEqual(['notes']);
  });

  it('works below a path that is too long for a socket', async () => {
    const folder = await newFolder('-long'.repeat(40));
    await open(folder);
    const admin = await connectAdmin(folder);
    expect(await admin?.call('migrate', {})).toEqual(['migrate', {}]);
  });

  it('removes the linked socket that a killed server left in the temporary folder, and nothing else', async () => {
    const folder = await newFolder();
    await mkdir(adminFolder(folder));
    const elsewhere = await mkdtemp(join(tmpdir(), 'chaintrail-'));
    await writeFile(join(elsewhere, 'socket'), '');
    await symlink(join(elsewhere, 'socket'), adminSocket(folder));
    await open(folder);
    await expect(access(elsewhere)).rejects.toThrow('ENOENT');
    const notOurs = await newFolder();
    await writeFile(join(notOurs, 'socket'), 'not ours');
    const linked = await newFolder();
    await mkdir(adminFolder(linked));
    await symlink(join(notOurs, 'socket'), adminSocket(linked));
    await open(linked);
    expect(await readdir(notOurs)).toEqual(['socket']);
  });

  it('is absent without a server, and where its folder is a file', async () => {
    const folder = await newFolder();
    expect(await connectAdmin(folder)).toBeUndefined();
    await writeFile(adminFolder(folder), '');
    expect(await connectAdmin(folder)).toBeUndefined();
  });
});

describe('an answer', () => {
  it('contains the result, or the code and message of a DomainError', async () => {
    const folder = await newFolder();
    await open(folder, async (operation) => {
      if (operation === 'keys.list') return [];
      throw new DomainError('NOT_FOUND', `No ${operation}.`);
    });
    const admin = await connectAdmin(folder);
    expect(await admin?.call('keys.list', {})).toEqual([]);
    await expect(admin?.call('project.list', {})).rejects.toMatchObject({
      name: 'DomainError',
      code: 'NOT_FOUND',
      message: 'No project.list.',
    });
  });

  it('contains the message of an unexpected error, which is also logged', async () => {
    const folder = await newFolder();
    const channel = await open(folder, async () => Promise.reject(new Error('disk on fire')));
    const admin = await connectAdmin(folder);
    await expect(admin?.call('migrate', {})).rejects.toThrow('disk on fire');
    expect(channel.lines.join('')).toContain('disk on fire');
  });

  it('logs the operation without its parameters, which may contain names of people', async () => {
    const folder = await newFolder();
    const channel = await open(folder);
    const admin = await connectAdmin(folder);
    await admin?.call('workspace.create', { name: 'Secret Santa' });
    expect(channel.lines.join('')).toContain('workspace.create');
    expect(channel.lines.join('')).not.toContain('Santa');
  });

  it.each(['\n', 'nonsense\n', '[]\n', '{"operation":1}\n', '{'])(
    'refuses %j and stays available',
    async (text) => {
      const folder = await newFolder();
      await open(folder);
      const answer = text.endsWith('\n') ? await say(folder, text) : await sayAndEnd(folder, text);
      expect(JSON.parse(answer)).toMatchObject({ ok: false, code: 'BAD_REQUEST' });
      expect(await (await connectAdmin(folder))?.call('migrate', {})).toEqual(['migrate', {}]);
    },
  );

  it('ends the connection when a line is too long', async () => {
    const folder = await newFolder();
    await open(folder);
    expect(await say(folder, 'x'.repeat(200_000))).not.toContain('"ok":true');
  });

  it('is an error when the server stops before it has answered', async () => {
    const folder = await newFolder();
    let called = () => {};
    const isCalled = new Promise<void>((resolve) => {
      called = resolve;
    });
    const channel = await open(folder, () => {
      called();
      return new Promise(() => {});
    });
    const admin = await connectAdmin(folder);
    const call = expect(admin?.call('migrate', {})).rejects.toThrow('stopped before it answered');
    await isCalled;
    await channel.close();
    await call;
  });
});

const sayAndEnd = async (folder: string, text: string): Promise<string> => {
  const socket = connect(adminSocket(folder));
  socket.end(text);
  let answer = '';
  for await (const part of socket.setEncoding('utf8')) answer += part;
  return answer;
};
