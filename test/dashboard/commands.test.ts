// The commands shown in the dashboard create keys with existing scopes, and with all that it needs.
import { expect, it } from 'vitest';
import {
  KEY_COMMAND,
  keyCommandWith,
  WRITE_COMMAND,
} from '../../src/dashboard/format/explain-error.js';
import { SCOPES } from '../../src/protocol/scopes.js';

const scopesOf = (command: string) => /--scopes (\S+)$/.exec(command)?.[1]?.split(',') ?? [];

it.each([KEY_COMMAND, WRITE_COMMAND, keyCommandWith('boards:write')])(
  'contains only existing scopes: %s',
  (command) => {
    expect(scopesOf(command).length).toBeGreaterThan(4);
    expect(SCOPES).toEqual(expect.arrayContaining(scopesOf(command)));
  },
);

it('suggests a key that only reads unless another scope is missing', () => {
  expect(scopesOf(KEY_COMMAND).every((scope) => scope.endsWith(':read'))).toBe(true);
  expect(keyCommandWith('alerts:read')).toBe(KEY_COMMAND);
  expect(keyCommandWith('contracts:write')).toBe(`${KEY_COMMAND},contracts:write`);
});
