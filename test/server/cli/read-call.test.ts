// Parses a command line, and reports usage errors.
import { describe, expect, it } from 'vitest';
import { type Command, UsageError } from '../../../src/server/cli/command.js';
import { readCall } from '../../../src/server/cli/read-call.js';
import { readSettings } from '../../../src/server/settings/settings.js';

const command: Command = {
  name: 'thing do',
  summary: 'does it',
  positionals: ['id'],
  options: {
    name: { value: 'NAME', text: 'a name' },
    limit: { value: 'N', text: 'a number' },
  },
  examples: ['thing do 1'],
  run: async () => ({ data: null, text: '' }),
};

const nothing = { write: () => undefined };
const read = (...args: string[]) =>
  readCall(command, args, {
    settings: readSettings({}, '/here'),
    workingDirectory: '/here',
    host: {
      env: {},
      workingDirectory: '/here',
      stdin: (async function* () {})(),
      stdout: nothing,
      stderr: nothing,
    },
  });

it('reads options, positionals and --json in any order', () => {
  const { call, isJson } = read('--json', '--name', ' a b ', 'id-1', '--limit=7');
  expect(isJson).toBe(true);
  expect(call.required('name')).toBe('a b');
  expect(call.positional(0)).toBe('id-1');
  expect(call.whole('limit', { fallback: 1, least: 1, most: 9 })).toBe(7);
  for (const edge of [1, 9]) {
    const { call: at } = read('id-1', `--limit=${edge}`);
    expect(at.whole('limit', { fallback: 4, least: 1, most: 9 })).toBe(edge);
  }
  expect(read('id-1').call.optional('name')).toBeUndefined();
  expect(read('id-1').call.whole('limit', { fallback: 4, least: 1, most: 9 })).toBe(4);
});

describe('a wrong command line', () => {
  it.each([
    [[], '<id> is missing'],
    [[' '], '<id> is empty'],
    [['a', 'b'], 'Unexpected argument "b"'],
    [['a', '--nope'], '--nope'],
    [['a', '--name'], '--name'],
    [['a', '--name', '-b'], '--name NAME is missing. If it begins with a dash: --name=NAME'],
  ])('%j is refused with %s', (args, message) => {
    expect(() => read(...args)).toThrow(UsageError);
    expect(() => read(...args)).toThrow(message);
  });

  it.each(['x', '-1', '0', '10', '1.5', '1e1', ''])('--limit %s is refused', (text) => {
    const { call } = read('a', `--limit=${text}`);
    const range = { fallback: 1, least: 1, most: 9 };
    expect(() => call.whole('limit', range)).toThrow(UsageError);
  });

  it('without a required option is refused', () => {
    expect(() => read('a').call.required('name')).toThrow('--name NAME is missing');
  });
});
