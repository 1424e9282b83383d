// The page on hosting names every setting that the server takes, and none that it does not.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SETTINGS_HELP } from '../../src/server/settings-help.js';
import { fromRoot } from '../support/project.js';

it('names every setting, and only settings', () => {
  const page = readFileSync(fromRoot('src/server/docs/pages/self-hosting.md'), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) => [
    ...(row.split('|')[1] ?? '').matchAll(/`([A-Z_0-9]+(?:<chain id>)?)`/g),
  ]);
  expect(named.map(([, name]) => name).sort()).toEqual(SETTINGS_HELP.map(([name]) => name).sort());
});
