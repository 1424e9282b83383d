// Which paths a data folder may have.
import { expect, it } from 'vitest';
import { readSettings } from '../../../src/server/settings/settings.js';

const readAt = (path: string) => readSettings({ CHAINTRAIL_DATA: path }, '/here').dataDirectory;

it.each(['~', '~/data'])('refuses %s, whose ~ no shell has replaced', (path) => {
  expect(() => readAt(path)).toThrow(
    `CHAINTRAIL_DATA must not begin with ~, which only a shell replaces; it is "${path}". Write the whole path`,
  );
});

it.each([
  ['./~/data', '/here/~/data'],
  ['~data', '/here/~data'],
  ['/srv/~/data', '/srv/~/data'],
])('takes %s as it is', (path, directory) => expect(readAt(path)).toBe(directory));
