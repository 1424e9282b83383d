// The messages for typing errors: a few lines with the mistake and a correct command.
import { expect, it } from 'vitest';
import { valueCell } from '../../../src/server/cli/value-cell.js';
import { callCli } from './call-cli.js';

const call = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  callCli(args, { env });

it.each([
  ['srve', 'Unknown command: srve. Did you mean serve?\nAll commands: chaintrail --help\n'],
  ['frobnicate', 'Unknown command: frobnicate\nAll commands: chaintrail --help\n'],
  [
    'keys craete',
    'There is no command "keys craete". Did you mean keys create?\nFor help: chaintrail keys --help\n',
  ],
  [
    'keys',
    'There is no command "keys". There are: keys create, keys list, keys revoke.\nFor help: chaintrail keys --help\n',
  ],
  [
    'keys create --nam x',
    "Unknown option '--nam'. Did you mean --name?\nFor example: chaintrail keys create --name dashboard --scopes query:read,profiles:read,boards:read,segments:read,alerts:read,contracts:read\nFor help: chaintrail keys create --help\n",
  ],
  [
    'serve --port 80',
    'serve does not accept "--port". Set it up with environment variables: PORT=80 chaintrail serve\nAll settings: chaintrail --help\n',
  ],
  [
    `keys revoke ct_${'0'.repeat(48)}`,
    'That is a key itself. Name its id: chaintrail keys list shows it beside the last characters of the key.\nFor example: chaintrail keys revoke key_5f3c0e7a91d2b84c6e0f1a2b\nFor help: chaintrail keys revoke --help\n',
  ],
  [
    `writekey revoke ey${'J'.repeat(240)}`,
    'That is a key itself. Name its id: chaintrail writekey list --json shows both.\nFor example: chaintrail writekey revoke wk_5f3c0e7a91d2b84c6e0f1a2b\nFor help: chaintrail writekey revoke --help\n',
  ],
])('%s is answered in a few lines', async (line, err) => {
  expect(await call(line.split(' '))).toEqual({ status: 2, out: '', err });
});

it.each([
  [['serve', '--host=0.0.0.0'], 'HOST=0.0.0.0 chaintrail serve'],
  [
    ['serve', '--application-url=postgres://h/d?sslmode=require'],
    'd?sslmode=require chaintrail serve',
  ],
  [['serve', 'now'], 'PORT=8080 chaintrail serve'],
])('%j is answered with the variable to set', async (args, instead) => {
  expect((await call(args)).err).toContain(instead);
});

it('accepts help before the command, and -v', async () => {
  expect(await call(['help', 'keys'])).toEqual(await call(['keys', '--help']));
  expect(await call(['help', 'keys', 'create'])).toEqual(await call(['keys', 'create', '--help']));
  expect(await call(['-v'])).toEqual(await call(['--version']));
});

it.each([
  ['forget --user-id help'],
  ['workspace create --name help'],
  ['keys create --scopes all --name help'],
])('reads help as a value in %s', async (line) => {
  const { status, out, err } = await call(line.split(' '), { CHAINTRAIL_DATA: '/nowhere/data' });
  expect([status, out]).toEqual([1, '']);
  expect(err).toContain('There is no data in /nowhere/data.');
});

it.each([['quarantine'], ['quarantine --json'], ['quarantine --project prj_1']])(
  'reports a missing data folder in %s, instead of an empty list',
  async (line) => {
    const { status, out, err } = await call(line.split(' '), { CHAINTRAIL_DATA: '/nowhere/data' });
    expect([status, out]).toEqual([1, '']);
    expect(err).toContain('There is no data in /nowhere/data. Set CHAINTRAIL_DATA');
  },
);

it.each(['forget --user-id help --help', 'forget help', 'forget -h'])(
  'prints help for %s',
  async (line) => {
    expect(await call(line.split(' '))).toEqual(await call(['forget', '--help']));
  },
);

it.each([
  [['top', 'sources'], { CHAINTRAIL_URL: 'foo' }, 'CHAINTRAIL_URL must be an http or https URL'],
  [
    ['top', 'sources', '--url', 'foo'],
    { CHAINTRAIL_URL: 'http://x' },
    '--url must be an http or https URL',
  ],
  [['send'], { CHAINTRAIL_URL: 'foo' }, 'CHAINTRAIL_URL must be an http or https URL'],
  [['send', '--host', 'foo'], {}, '--host must be an http or https URL'],
])(
  '%j with %j names the option or variable with the invalid address',
  async (args, env, message) => {
    const keys = { CHAINTRAIL_API_KEY: 'ct_1', CHAINTRAIL_WRITE_KEY: 'key' };
    const { status, err } = await call(args, { ...keys, ...env });
    expect(status).toBe(2);
    expect(err).toContain(`${message} such as https://events.example.com; it is "foo"`);
  },
);

it.each([
  ['http://me:telltale@:9/', 'http://...@:9/'],
  ['me:telltale@host', '...@host'],
  ['host/?key=telltale', 'host/?...'],
  ['me:tell?telltale@host', '...'],
])('shows no password and no key of the invalid address %s', async (address, shown) => {
  const keys = { CHAINTRAIL_API_KEY: 'ct_1', CHAINTRAIL_WRITE_KEY: 'key' };
  for (const args of [['top', 'sources'], ['send']]) {
    const { status, err } = await call(args, { ...keys, CHAINTRAIL_URL: address });
    expect(status).toBe(2);
    expect(err).toContain(`it is "${shown}"`);
    expect(err).not.toContain('telltale');
  }
});

it('refuses a device as the file of enrich, before it asks a server', async () => {
  const { status, err } = await call(['enrich', '--file', '/dev/null'], { CHAINTRAIL_DATA: '/no' });
  expect(status).toBe(1);
  expect(err).toContain('/dev/null is a pipe or a device');
});

it('writes sums without floating point errors', () => {
  expect(valueCell(70.3 + 70.6 - 1e-14)).toBe('140.9');
  expect(valueCell(140.89999999999998)).toBe('140.9');
  expect(valueCell(0.1)).toBe('0.1');
  expect(valueCell(9007199254740991)).toBe('9007199254740991');
});
