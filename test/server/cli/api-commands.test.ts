// The commands that use the API of a running server, run as processes: tables, JSON, exit status, pipes.
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../../../src/server/cli/main.js';
import { builtFile } from '../../support/built.js';
import { createCleanup } from '../../support/cleanup.js';
import { eventually } from '../../support/eventually.js';
import { run } from '../../support/run.js';
import { runWithoutRights } from '../../support/run-without-rights.js';
import { startServer, type TestServer } from '../../support/server.js';
import { anEvent } from '../http/app-under-test.js';
import { chaintrail } from './chaintrail.js';

const A = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const B = '0x52908400098527886E0F7030069857D2E4169EE7';
const C = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
/** The first character of all sequences that control a terminal. */
const ESCAPE = '\u001b';

const cleanUp = createCleanup();
let server: TestServer;

const environment = () => ({
  CHAINTRAIL_URL: server.url,
  CHAINTRAIL_API_KEY: server.apiKey,
  CHAINTRAIL_WRITE_KEY: server.writeKey,
});
const command = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  chaintrail(server.dataDirectory, args, { ...environment(), ...env });
const json = async (...args: string[]) => JSON.parse((await command([...args, '--json'])).stdout);
const fileOf = async (name: string, ...lines: string[]): Promise<string> => {
  const path = join(server.dataDirectory, name);
  await writeFile(path, lines.join('\n'));
  return path;
};

beforeAll(async () => {
  server = await startServer();
  cleanUp(server.dispose);
  const events = ['swap', 'swap', 'mint'].map((event, index) =>
    anEvent({ event, address: A, revenue: index, session_id: 's', properties: { revenue: 2 } }),
  );
  await fetch(`${server.url}/v0/raw_events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.writeKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(events),
  });
  await eventually(async () => expect((await json('top', 'events')).rows).toBe(2));
});

describe('chaintrail query', () => {
  const SQL = 'SELECT event, count() AS hits FROM events GROUP BY event ORDER BY hits DESC';

  it('prints a table, or the answer as JSON with --json', async () => {
    const { status, stdout } = await command(['query', SQL]);
    expect(status).toBe(0);
    expect(stdout).toBe('event  hits\nswap      2\nmint      1\n');
    expect(await json('query', SQL)).toMatchObject({
      data: [
        { event: 'swap', hits: 2 },
        { event: 'mint', hits: 1 },
      ],
      total: 2,
      has_more: false,
    });
    expect((await command(['query', `${SQL} LIMIT 1`])).stdout).toContain('Showing 1 of 2 rows');
  });

  it('prints the error of a query, and exits with 1', async () => {
    const { status, stdout, output } = await command(['query', 'SELECT nothing FROM nowhere']);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(output).toMatch(/400 BAD_REQUEST Line 1, column 21.*no such table/);
    expect(output).not.toMatch(/^\s+at /m);
  });

  it('reads standard input, and ends without an error when its reader closes the pipe', async () => {
    const bin = `"${process.execPath}" "${builtFile('server/bin')}"`;
    const options = { cwd: server.dataDirectory, env: environment() };
    const many = 'SELECT number FROM (SELECT arrayJoin(range(100000)) AS number) LIMIT 100000';
    const line = `set -o pipefail; echo '${many}' | ${bin} query - | head -n 1`;
    expect(await run('bash', ['-c', line], options)).toMatchObject({
      status: 0,
      output: 'number\n',
    });
  });
});

describe('chaintrail top', () => {
  it.each([
    [['events', '--custom', '--limit', '1'], /^type +event +hits\ntrack +swap +2\n$/],
    [['sources', '--by', 'utm_source'], /^utm_source +hits +sessions +visitors\n/],
    [['wallets', '--by', 'revenue'], new RegExp(`^address .*\\n${A} `)],
    [['pages'], /^page |^Nothing happened/],
    [['locations'], /^location |^Nothing happened/],
    [['chains', '--from', '2026-01-01', '--to', '2026-01-02'], /^Nothing happened/],
  ])('%j prints a table', async (args, expected) => {
    const { status, stdout } = await command(['top', ...args]);
    expect(stdout).toMatch(expected);
    expect(status).toBe(0);
  });

  it.each([
    [['top'], '<list> is missing'],
    [['top', 'hats'], 'sources, events'],
    [['top', 'sources', '--by', 'colour'], 'utm_campaign'],
    [['top', 'pages', '--by', 'hits'], '--by is only supported for sources and wallets'],
    [['top', 'wallets', '--custom'], '--custom is only supported for events'],
    [['top', 'events', '--from', 'yesterday'], '2026-01-31'],
    [['top', 'events', '--limit', '0'], '1 to 1000'],
    [['query', ''], 'empty'],
    [['query', 'SELECT 1', '--url', 'localhost:4318'], 'localhost:4318'],
    [['profile'], '<address> is missing'],
    [['import', 'x.csv', '--format', 'xml'], 'csv or ndjson'],
  ])('%j is refused with status 2 and an example', async (args, message) => {
    const { status, stdout, output } = await command(args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(output).toContain(message);
    expect(output).toContain('For example: chaintrail');
  });
});

describe('chaintrail profile', () => {
  it('shows known fields and the sections of --expand', async () => {
    const { status, stdout } = await command(['profile', A.toLowerCase(), '--expand', 'labels']);
    expect(status).toBe(0);
    expect(stdout).toMatch(new RegExp(`^address +${A}$`, 'm'));
    expect(stdout).toMatch(/^lifecycle +New$/m);
    expect(stdout).not.toContain('null');
    expect(stdout).toContain('\nlabels\nNone.\n');
    expect(await json('profile', A)).toMatchObject({ address: A, lifecycle: 'New' });
  });

  it('exits with 1 for an unknown wallet', async () => {
    const { status, output } = await command(['profile', C]);
    expect(status).toBe(1);
    expect(output).toContain('PROFILE_NOT_FOUND');
  });
});

describe('chaintrail import', () => {
  it('imports valid wallets, names invalid lines, and then exits with 1', async () => {
    const file = await fileOf(
      'a.csv',
      'name,wallet',
      `x,${B}`,
      `y,non${ESCAPE}[2Jsense`,
      'z',
      `x,${A}`,
    );
    const { status, stdout, output } = await command(['import', file]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '2 imported, 2 refused\n' });
    expect(output).toContain('line 3: "non [2Jsense" is neither an EVM nor a Solana address');
    expect(output).toContain('line 4: has no value in column 2');
    expect(output).not.toContain(ESCAPE);
    expect(await json('profile', B)).toMatchObject({ address: B });
  });

  it('reads a named pipe, as from <(...) in a shell, and refuses a folder', async () => {
    const call = `${process.execPath} ${builtFile('server/bin')} import`;
    const { output } = await run('bash', ['-c', `${call} <(printf 'address\\n${A}\\n')`], {
      cwd: server.dataDirectory,
      env: environment(),
    });
    expect(output).toContain('1 imported, 0 refused');
    expect((await command(['import', '.'])).output).toContain('is a folder');
  });

  it('continues where it stopped with --resume, and only with the same input', async () => {
    const resume = ['--resume', 'state'];
    const file = await fileOf('b.ndjson', `{"address":"${B}"}`, '{"address":"none"}', '');
    expect((await command(['import', file, ...resume])).stdout).toBe('1 imported, 1 refused\n');
    await fileOf('b.ndjson', `{"address":"${B}"}`, '{"address":"none"}', `{"address":"${C}"}`);
    const again = await command(['import', file, ...resume]);
    expect(again).toMatchObject({ status: 1, stdout: '2 imported, 1 refused\n' });
    expect(again.output).not.toContain('line 2');
    const other = await fileOf('c.csv', 'address', A);
    const refused = await command(['import', other, ...resume]);
    expect(refused.status).toBe(1);
    expect(refused.output).toContain('has the progress of another input');
  });

  it('refuses to resume with a file that shares only its first lines', async () => {
    const resume = ['--resume', 'header.state'];
    const file = await fileOf('g.csv', 'address', A, B, '');
    expect((await command(['import', file, ...resume])).stdout).toBe('2 imported, 0 refused\n');
    for (const rows of [[B, A, C], [A]]) {
      const other = await fileOf('h.csv', 'address', ...rows, '');
      const refused = await command(['import', other, ...resume]);
      expect([refused.status, refused.stdout]).toEqual([1, '']);
      expect(refused.output).toContain('has the progress of another input');
    }
  });

  it('sends nothing when the file of --resume cannot be written', async () => {
    const file = await fileOf('i.csv', 'address', A);
    const { status, stdout, output } = await command(['import', file, '--resume', 'no/folder']);
    expect([status, stdout]).toEqual([1, '']);
    expect(output).toMatch(/no\/folder cannot be written: ENOENT.*Name another file\.\n$/);
    expect((await command(['import', file, '--resume', '.'])).output).toContain('cannot be read');
  });

  it('reports each line of a request without any valid wallet', async () => {
    const file = await fileOf('d.csv', 'address', 'one', 'two');
    expect(await json('import', file)).toEqual({
      imported: 0,
      refused: 2,
      errors: [
        { line: 2, reason: '"one" is neither an EVM nor a Solana address' },
        { line: 3, reason: '"two" is neither an EVM nor a Solana address' },
      ],
    });
  });

  it('exits with 1 for an unknown write key and for a missing file', async () => {
    const file = await fileOf('e.csv', 'address', A);
    const foreign = await command(['import', file, '--write-key', 'ey.x.y']);
    expect(foreign.status).toBe(1);
    expect(foreign.output).toContain('body.writeKey');
    expect((await command(['import', 'nowhere.csv'])).output).toContain('nowhere.csv');
  });

  it('names an unreadable file, without a stack', async () => {
    const file = await fileOf('secret.csv', 'address', A);
    await chmod(file, 0o000);
    const options = { cwd: server.dataDirectory, env: environment() };
    const script = [builtFile('server/bin'), 'import', file];
    const { status, output } = await runWithoutRights(script, options);
    expect([status, output]).toEqual([
      1,
      expect.stringContaining(`${file} cannot be read: EACCES`),
    ]);
    expect(output).not.toMatch(/^\s+at /m);
  });

  it('draws a progress bar on a terminal only', async () => {
    const file = await fileOf('f.csv', 'address', A, 'bad');
    const drawn = async (isTTY: boolean, env: Record<string, string> = {}) => {
      let stderr = '';
      await runCli(['import', file], {
        env: { ...environment(), ...env },
        workingDirectory: server.dataDirectory,
        stdin: (async function* () {})(),
        stdout: { write: () => undefined },
        stderr: { isTTY, write: (text) => (stderr += text) },
      });
      return stderr;
    };
    expect(await drawn(true)).toMatch(/\[#{24}\] 100 % {2}1 imported/);
    expect(await drawn(false)).not.toContain(ESCAPE);
    expect(await drawn(true, { TERM: 'dumb' })).not.toContain(ESCAPE);
  });
});

describe('the connection to the server', () => {
  it('is named with CHAINTRAIL_URL when nobody answers', async () => {
    const { status, output } = await command(['top', 'events', '--url', 'http://127.0.0.1:1']);
    expect(status).toBe(1);
    expect(output).toContain('http://127.0.0.1:1');
    expect(output).toContain('CHAINTRAIL_URL');
    expect(output).not.toMatch(/^\s+at /m);
  });

  it('is suggested with http: where the server has no TLS', async () => {
    const url = server.url.replace('http:', 'https:');
    const { status, output } = await command(['top', 'events', '--url', url]);
    expect(status).toBe(1);
    expect(output).toMatch(/https:\S+ does not use TLS\. Use http: instead of https:/);
    expect(output).not.toMatch(/openssl/i);
  });

  it('needs a key that the server knows', async () => {
    const wrong = await command(['top', 'events', '--api-key', 'ct_wrong']);
    expect(wrong.status).toBe(1);
    expect(wrong.output).toContain('chaintrail keys create');
    const none = await command(['top', 'events'], { CHAINTRAIL_API_KEY: '' });
    expect(none.status).toBe(2);
    expect(none.output).toContain('CHAINTRAIL_API_KEY');
  });

  it('logs to standard error, apart from the answer', async () => {
    const { stdout, output } = await command(['top', 'events', '--json'], {
      CHAINTRAIL_LOG: 'debug',
    });
    expect(JSON.parse(stdout)).toHaveProperty('data');
    expect(output).toContain('GET /v0/top_events');
    expect(output).not.toContain(server.apiKey);
  });
});

it.each(['query', 'top', 'profile', 'import'])('%s --help shows its options', async (name) => {
  const { status, stdout } = await command([name, '--help']);
  expect(status).toBe(0);
  expect(stdout).toMatch(new RegExp(`^  chaintrail ${name} .+$`, 'm'));
  for (const word of ['--url', '--api-key', '--json']) expect(stdout).toContain(word);
});
