// The commands on a data folder, run as processes: beside a running server, and without one.
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { builtFile } from '../../support/built.js';
import { createCleanup } from '../../support/cleanup.js';
import { eventually } from '../../support/eventually.js';
import { run } from '../../support/run.js';
import { startServer, type TestServer } from '../../support/server.js';
import { createTestDirectory } from '../../support/temporary-directory.js';
import { anEvent } from '../http/app-under-test.js';
import { chaintrail, chaintrailJson } from './chaintrail.js';

const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

const cleanUp = createCleanup();
let server: TestServer;

beforeAll(async () => {
  server = await startServer();
  cleanUp(server.dispose);
});

const command = (...args: string[]) => chaintrail(server.dataDirectory, args);
const json = (...args: string[]) => chaintrailJson(server.dataDirectory, args);

const ask = async (key: string): Promise<number> => {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${server.url}/v0/top_events`, { headers });
  await response.arrayBuffer();
  return response.status;
};

const send = async (key: string, ...events: unknown[]): Promise<number> => {
  const response = await fetch(`${server.url}/v0/raw_events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(events),
  });
  await response.arrayBuffer();
  return response.status;
};

describe('beside a running server', () => {
  it('creates an API key, and a revoked one is refused at once', async () => {
    const { status, stdout } = await command('keys', 'create', '--name', 'new', '--scopes', 'all');
    expect(status).toBe(0);
    const key = stdout.match(/ct_[0-9a-f]{48}/)?.[0] ?? '';
    expect(await ask(key)).toBe(200);
    const [first] = await json('keys', 'list');
    expect((await command('keys', 'revoke', first.id)).status).toBe(0);
    expect(await ask(server.apiKey)).toBe(401);
    const listed = await command('key', 'list');
    expect(listed.stdout).toMatch(/^id .*name .*scopes/);
    expect(listed.stdout).not.toContain(key);
  });

  it('refuses the events of a revoked write key while it runs', async () => {
    const { id, write_key: key } = await json('writekey', 'create');
    expect(await send(key, anEvent())).toBe(200);
    expect((await command('writekey', 'revoke', id)).status).toBe(0);
    await eventually(async () => expect(await send(key, anEvent())).toBe(401));
    expect(await send(server.writeKey, anEvent())).toBe(200);
  });

  it('creates a project whose events an API key of its workspace can read', async () => {
    const { id: workspace } = await json('workspace', 'create', '--name', 'Team B');
    const name = ['--name', 'B'];
    const project = await json('project', 'create', ...name, '--workspace', workspace);
    expect(await send(project.write_key, anEvent({ event: 'only_b' }))).toBe(200);
    const scopes = ['--scopes', 'query:read'];
    const key = await json('keys', 'create', ...name, ...scopes, '--workspace', workspace);
    await eventually(async () => {
      const headers = { authorization: `Bearer ${key.api_key}` };
      const response = await fetch(`${server.url}/v0/top_events`, { headers });
      expect(await response.text()).toContain('only_b');
    });
  });

  it('renames a project, and deletes one without events', async () => {
    const [first] = await json('project', 'list');
    const place = ['--workspace', first.workspace_id];
    const { id, write_key: key } = await json('project', 'create', '--name', 'Mistkae', ...place);
    expect((await command('project', 'rename', id, '--name', 'Mistake')).stdout).toContain(
      'Mistake',
    );
    const kept = await command('project', 'delete', first.id);
    expect(kept).toMatchObject({
      status: 1,
      output: expect.stringMatching(/was not deleted: it has \d+ events/),
    });
    await send(key, anEvent({ type: 'nonsense' }));
    expect(await json('quarantine', '--project', id)).toHaveLength(1);
    const keys: { id: string; write_key: string }[] = await json('writekey', 'list');
    const writeKey = keys.find((one) => one.write_key === key);
    expect((await command('writekey', 'revoke', writeKey?.id ?? '')).status).toBe(0);
    expect((await command('project', 'delete', id)).stdout).toContain(
      `${id} (Mistake) was deleted`,
    );
    // Refused events go with the project, because a later deletion of a person could not find them.
    expect(await json('quarantine', '--project', id)).toEqual([]);
    await eventually(async () => expect(await send(key, anEvent())).toBe(401));
  });

  it('shows why events were refused', async () => {
    await send(server.writeKey, anEvent(), anEvent({ type: 'nonsense', event: 'wrong_type' }));
    const { status, stdout } = await command('quarantine');
    expect(status).toBe(0);
    expect(stdout).toMatch(/nonsense wrong_type +type must be one of/);
    const [newest] = await json('quarantine', '--limit', '1');
    expect(newest).toMatchObject({ event: { type: 'nonsense' }, reason: expect.any(String) });
    expect((await command('quarantine', '--project', 'prj_x')).stdout).toBe(
      'No event of a project with the id "prj_x" was refused. To see all projects: chaintrail project list\n',
    );
  });

  it('enriches wallets from a file, and names invalid rows', async () => {
    const file = join(server.dataDirectory, 'rows.ndjson');
    await writeFile(
      file,
      `{"address":"${WALLET}","net_worth_usd":7}\n{"address":"${WALLET}","\\u001b[2J":1}\n`,
    );
    const { status, stdout } = await command('enrich', '--file', 'rows.ndjson');
    expect(status).toBe(1);
    expect(stdout).toMatch(/^Stored 1 rows, refused 1\.\n {2}line 2: +\[2J /);
    await writeFile(file, `{"address":"${WALLET}","net_worth_usd":8}\n`);
    expect(await json('enrich', '--file', file)).toMatchObject({ rows: 1, refused: 0 });
    expect((await command('enrich')).status).toBe(2);
    // /dev/stdin is that of the command, and not that of the server.
    const enrich = `"${process.execPath}" "${builtFile('server/bin')}" enrich --file /dev/stdin`;
    const options = {
      cwd: server.dataDirectory,
      env: { CHAINTRAIL_DATA: server.dataDirectory },
    };
    const input = async (line: string) => (await run('bash', ['-c', line], options)).output;
    expect(await input(`${enrich} < rows.ndjson`)).toBe('Stored 1 rows, refused 0.\n');
    expect(await input(`cat rows.ndjson | ${enrich}`)).toContain('is a pipe or a device');
  });

  it('deletes a person, and prints the numbers of events and ids', async () => {
    await send(server.writeKey, anEvent({ anonymous_id: 'leaver', address: WALLET }));
    const { status, stdout } = await command('forget', '--anonymous-id', 'leaver', '--linked');
    expect(status).toBe(0);
    expect(stdout).toBe('Deleted 1 event and 0 refused events, under 1 address, 1 anonymous id.\n');
    const again = await json('forget', '--anonymous-id', 'leaver');
    expect(again).toMatchObject({ events: 0 });
    const nobody = await command('forget', '--anonymous-id', 'nobody');
    expect(nobody.stdout).toMatch(/^No event was found under 1 anonymous id\. /);
    expect((await command('forget')).status).toBe(2);
  });

  it('prints the error of the server without a stack', async () => {
    const { status, stdout, output } = await command('keys', 'revoke', 'key_none');
    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(output).toContain('"key_none"');
    expect(output).not.toMatch(/^\s+at /m);
  });
});

describe('without a server', () => {
  it('commands open the folder themselves and take turns, also after a kill', async () => {
    await server.kill9();
    expect(await readdir(join(server.dataDirectory, 'admin'))).toEqual(['socket']);
    const made = await Promise.all([
      json(
        'keys',
        'create',
        '--name',
        'a',
        '--scopes',
        'all',
        '--workspace',
        await firstWorkspace(),
      ),
      json('writekey', 'list'),
    ]);
    await server.restart();
    expect(await ask(made[0].api_key)).toBe(200);
    expect(made[1].map((key: { write_key: string }) => key.write_key)).toContain(server.writeKey);
  });

  it('reports a folder without data, and creates nothing', async () => {
    const path = await createTestDirectory(cleanUp);
    const { status, output } = await chaintrail(path, ['keys', 'list']);
    expect(status).toBe(1);
    expect(output).toContain(path);
    expect(output).toContain('CHAINTRAIL_DATA');
    expect(await readdir(path)).toEqual([]);
  });

  it('migrate creates the databases in an empty folder', async () => {
    const path = await createTestDirectory(cleanUp);
    const applied = await chaintrailJson(path, ['migrate']);
    expect(applied).toContainEqual(
      expect.objectContaining({ database: 'analytics', id: '0001-events' }),
    );
    expect(applied).toContainEqual(
      expect.objectContaining({ database: 'application', id: '0001-workspaces' }),
    );
    expect(await chaintrailJson(path, ['migrate'])).toEqual(applied);
  });

  it('prints the settings without secrets', async () => {
    const path = await createTestDirectory(cleanUp);
    await writeFile(join(path, 'token'), 'very-secret\n');
    const env = { METRICS_TOKEN_FILE: 'token', PORT: '8080' };
    const { status, stdout } = await chaintrail(path, ['print-config'], env);
    expect(await chaintrail(path, ['config', 'print'], env)).toMatchObject({ status, stdout });
    expect(status).toBe(0);
    expect(stdout).toMatch(/^PORT +8080$/m);
    expect(stdout).toMatch(/^METRICS_TOKEN +\(set, not shown\)$/m);
    expect(stdout).not.toContain('very-secret');
  });
});

const firstWorkspace = async (): Promise<string> => (await json('workspace', 'list'))[0].id;
