// The command `chaintrail`: help, version, wrong arguments, and errors at the start.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { cp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtFile } from '../support/built.js';
import { createCleanup } from '../support/cleanup.js';
import { eventually } from '../support/eventually.js';
import { fromRoot, manifest } from '../support/project.js';
import { run } from '../support/run.js';
import { createTestDirectory } from '../support/temporary-directory.js';

const cleanUp = createCleanup();
const BIN = builtFile('server/bin');
const IMPORT = ['import', '--write-key', 'k', '--api-key', 'k'];
const SEND = ['send', '--write-key', 'k', '--resume', 'state.json'];
/** A named pipe that is opened for writing alone waits for its reader. */
const OPEN_AT_ONCE = { flags: 'r+' };

const chaintrail = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const cwd = await createTestDirectory(cleanUp);
  return run(process.execPath, [BIN, ...args], { cwd, env });
};

describe('chaintrail', () => {
  it('prints help and its version', async () => {
    const help = await chaintrail(['--help']);
    expect(help).toMatchObject({ status: 0, stdout: expect.stringContaining('serve') });
    expect(help.stdout).toContain('CHAINTRAIL_DATA');
    expect(await chaintrail(['--version'])).toMatchObject({
      status: 0,
      stdout: `${manifest.version}\n`,
    });
  });

  it.each([
    [[]],
    [['nonsense']],
    [['serve', 'more']],
    [['--nonsense']],
    [['keys']],
    [['keys', 'nonsense']],
    [['keys', 'create', '--nonsense']],
    [['send', '--nonsense']],
  ])('refuses %j with status 2 and a hint, without a stack', async (args) => {
    const { status, stdout, output } = await chaintrail(args);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(output).toMatch(/Usage|nonsense|more|For example|There are: keys create/);
    expect(output).not.toMatch(/^\s+at /m);
  });

  it('names every invalid setting', async () => {
    const { status, output } = await chaintrail(['serve'], { PORT: 'x', LOG: 'y' });
    expect(status).toBe(1);
    expect(output).toMatch(/PORT .*"x"/);
    expect(output).toMatch(/LOG .*"y"/);
    expect(output).not.toMatch(/^\s+at /m);
  });

  it('reports that its output cannot be written', async () => {
    const command = `"${process.execPath}" "${BIN}" print-config > /dev/full`;
    const cwd = await createTestDirectory(cleanUp);
    const { status, output } = await run('sh', ['-c', command], { cwd });
    expect(status).toBe(1);
    expect(output).toMatch(/^The output could not be written: ENOSPC.*\n$/);
  });

  it.each([['print-config'], ['--help']])(
    'ends without an error when the reader closes the output of %s',
    async (name) => {
      const command = `"${process.execPath}" "${BIN}" ${name} | true`;
      const cwd = await createTestDirectory(cleanUp);
      expect(await run('sh', ['-c', command], { cwd })).toMatchObject({ status: 0, output: '' });
    },
  );

  it.each([
    ['when its content is invalid', 'standard input', [...IMPORT, '-'], 1],
    ['when it is interrupted', 'standard input', SEND, 3],
    ['when its content is invalid', 'a named pipe', [...IMPORT, 'pipe'], 1],
    ['when it is interrupted', 'a named pipe', [...SEND, '--file', 'pipe'], 3],
  ])('ends %s, even if %s stays open', async (_, input, args, status) => {
    const cwd = await createTestDirectory(cleanUp);
    await run('mkfifo', ['pipe'], { cwd });
    const child = spawn(process.execPath, [BIN, ...args], {
      cwd,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    cleanUp(() => void child.kill('SIGKILL'));
    const ended = once(child, 'exit');
    const isNamed = input === 'a named pipe';
    const pipe = isNamed ? createWriteStream(join(cwd, 'pipe'), OPEN_AT_ONCE) : child.stdin;
    cleanUp(() => void pipe.destroy());
    if (status === 1) pipe.write('no wallet\n');
    else {
      // This file appears after the signal handlers are set, and before the first line is read.
      await eventually(async () => expect(existsSync(join(cwd, 'state.json'))).toBe(true));
      child.kill('SIGTERM');
    }
    expect(await ended).toEqual([status, null]);
  });

  it('says so where its working directory was deleted', async () => {
    const cwd = await createTestDirectory(cleanUp);
    const command = `mkdir gone && cd gone && rmdir ../gone && "${process.execPath}" "${BIN}" print-config`;
    const { status, output } = await run('sh', ['-c', command], { cwd });
    expect(status).toBe(1);
    expect(output).toMatch(/^The working directory cannot be used: ENOENT: .*uv_cwd\. .*\n$/);
  });

  it('reports that its port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    cleanUp(() => other.close());
    const address = other.address();
    const port = String(typeof address === 'object' ? address?.port : '');
    const { status, output } = await chaintrail(['serve'], { PORT: port });
    expect(status).toBe(1);
    expect(output).toContain(`Port ${port} on 127.0.0.1 is already in use`);
    expect(output).not.toMatch(/^\s+at /m);
  });
});

describe('a failed start', () => {
  it('names a data folder that cannot be used', async () => {
    const path = await createTestDirectory(cleanUp);
    const file = join(path, 'file');
    await writeFile(file, '');
    const { status, output } = await chaintrail(['serve'], { CHAINTRAIL_DATA: file });
    expect(status).toBe(1);
    expect(output).toContain(file);
    expect(output).not.toMatch(/^\s+at /m);
  });

  it('names the packages to install where they are missing', async () => {
    const path = await createTestDirectory(cleanUp);
    await cp(fromRoot('dist'), join(path, 'dist'), { recursive: true });
    await cp(fromRoot('package.json'), join(path, 'package.json'));
    const bin = join(path, 'dist/server/bin.js');
    const { status, output } = await run(process.execPath, [bin, 'serve'], { cwd: path });
    expect(status).toBe(1);
    for (const name of ['fastify', 'jose', 'chdb', '@electric-sql/pglite', 'maxmind']) {
      expect(output).toContain(`"${name}@${manifest.devDependencies[name]}"`);
    }
    expect(output).toContain('npm install ');
    expect(output).not.toMatch(/^\s+at /m);
  });
});
