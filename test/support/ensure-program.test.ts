// The search for a program finds it, installs it, or fails with a message about what to do.
import { expect, it } from 'vitest';
import type { Machine } from './ensure-installed.js';
import { ensureProgram, type Program } from './ensure-program.js';

const LYNX: Program = {
  name: 'Lynx',
  variable: 'LYNX_PATH',
  commands: ['lynx', 'lynx-stable'],
  otherPaths: ['/Applications/Lynx.app/lynx'],
  debianPackage: 'lynx',
};

const machine = (files: string[], overrides: Partial<Machine> = {}): Machine => ({
  env: { PATH: '/opt/tools' },
  exists: (path) => files.includes(path),
  isRoot: false,
  run: () => {
    throw new Error('must not run a command');
  },
  ...overrides,
});

it('prefers the path in the variable to the usual places', () => {
  const env = { LYNX_PATH: '/mine/lynx' };
  expect(ensureProgram(LYNX, machine(['/mine/lynx', '/usr/bin/lynx'], { env }))).toBe('/mine/lynx');
});

it('refuses a variable whose path does not exist', () => {
  const env = { LYNX_PATH: '/mine/lynx' };
  expect(() => ensureProgram(LYNX, machine(['/usr/bin/lynx'], { env }))).toThrow(
    'LYNX_PATH is /mine/lynx, but no such file exists',
  );
});

it.each([
  '/usr/bin/lynx',
  '/usr/bin/lynx-stable',
  '/opt/tools/lynx',
  '/Applications/Lynx.app/lynx',
])('finds %s', (path) => expect(ensureProgram(LYNX, machine([path]))).toBe(path));

it('installs the Debian package as root where apt-get exists', () => {
  const files = ['/usr/bin/apt-get'];
  const commands: string[] = [];
  const run = (command: string, args: readonly string[]) => {
    commands.push([command, ...args].join(' '));
    if (args.includes('install')) files.push('/usr/bin/lynx');
  };
  expect(ensureProgram(LYNX, machine(files, { isRoot: true, run }))).toBe('/usr/bin/lynx');
  expect(commands).toEqual([
    expect.stringMatching(/^flock \S+ apt-get update -q$/),
    expect.stringMatching(/^flock \S+ apt-get install -q -y --no-install-recommends lynx$/),
  ]);
});

it.each([
  ['without apt-get', machine([], { isRoot: true })],
  ['without root', machine(['/usr/bin/apt-get'])],
  ['when apt-get fails', machine(['/usr/bin/apt-get'], { isRoot: true, run: () => {} })],
])('%s, throws an error about what to install or set', (_, poor) => {
  expect(() => ensureProgram(LYNX, poor)).toThrow(/apt-get install lynx.*LYNX_PATH/s);
});
