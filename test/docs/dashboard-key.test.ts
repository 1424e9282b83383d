// Commands that create a key for the dashboard grant it the scopes of all views.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { READ_SCOPES } from '../../src/dashboard/format/explain-error.js';
import { callCli } from '../server/cli/call-cli.js';
import { fromRoot } from '../support/project.js';

const readHelp = async (...input: readonly string[]) => (await callCli([...input, '--help'])).out;

it('in the README and in the output of --help', async () => {
  const texts = [
    readFileSync(fromRoot('README.md'), 'utf8'),
    await readHelp(),
    await readHelp('keys', 'create'),
  ];
  const made = texts.flatMap((text) => [
    ...text.matchAll(/--name dashboard --scopes\s+([\w:,]+)/g),
  ]);
  expect(made.length).toBeGreaterThan(1);
  for (const [, scopes] of made) expect(scopes).toBe(READ_SCOPES);
});
