// Scopes that there are not are a wrong command line, and not a failure.
import { expect, it } from 'vitest';
import { runCli } from '../../../src/server/cli/main.js';
import { createCleanup } from '../../support/cleanup.js';
import { createTestDirectory } from '../../support/temporary-directory.js';

const cleanUp = createCleanup();

it('names unknown scopes, opens nothing, and exits with 2', async () => {
  const said: string[] = [];
  const write = (text: string | Uint8Array) => void said.push(String(text));
  const workingDirectory = await createTestDirectory(cleanUp);
  const scopes = ['--scopes', 'query:read,bogus'];
  const status = await runCli(['keys', 'create', '--name', 'x', ...scopes], {
    env: { CHAINTRAIL_DATA: workingDirectory },
    workingDirectory,
    stdin: (async function* () {})(),
    stdout: { write },
    stderr: { write },
  });
  expect(said.join('')).toContain('not "bogus".');
  expect(status).toBe(2);
});
