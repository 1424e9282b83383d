// The page on profiles and --help list every column in which `chaintrail import` looks for
// addresses.
import { expect, it } from 'vitest';
import { COLUMNS } from '../../src/server/cli/import/read-wallets.js';
import { callCli } from '../server/cli/call-cli.js';
import { readPage } from './page-names.js';

it('lists every column', async () => {
  const [, section = ''] = /## Import wallets\n([\s\S]*?)\n## /.exec(readPage('profiles')) ?? [];
  const { out } = await callCli(['import', '--help']);
  for (const column of COLUMNS) expect(section).toContain(`\`${column}\``);
  expect(out).toContain(`(${COLUMNS.join(', ')})`);
});
