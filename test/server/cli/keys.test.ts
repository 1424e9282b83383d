// Unknown scopes are a usage error with status 2.
import { expect, it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { createTestDirectory } from '../../support/temporary-directory.js';
import { callCli } from './call-cli.js';

const cleanUp = createCleanup();

it('names unknown scopes and exits with 2, without opening a database', async () => {
  const workingDirectory = await createTestDirectory(cleanUp);
  const scopes = ['--scopes', 'query:read,bogus'];
  const { status, out, err } = await callCli(['keys', 'create', '--name', 'x', ...scopes], {
    env: { CHAINTRAIL_DATA: workingDirectory },
    workingDirectory,
  });
  expect(out + err).toContain('"bogus" is not a scope.');
  expect(status).toBe(2);
});
