// `chaintrail migrate` asks the server that runs, and that may be of an older version than the command.
import { expect, it, onTestFinished } from 'vitest';
import { openAdminChannel } from '../../../src/server/admin/listen.js';
import { runCli } from '../../../src/server/cli/main.js';
import { createLog } from '../../../src/server/log.js';
import { createCleanup } from '../../support/cleanup.js';
import { createTestDirectory } from '../../support/temporary-directory.js';

const cleanUp = createCleanup();

it('does not say that all is up to date where an older version serves', async () => {
  const dataDirectory = await createTestDirectory(cleanUp);
  const applied_at = '2026-01-01T00:00:00.000Z';
  const channel = await openAdminChannel({
    dataDirectory,
    run: async () => [{ database: 'analytics', id: '0001-events', applied_at }],
    log: createLog('silent', () => {}),
  });
  onTestFinished(channel.close);
  const said: string[] = [];
  const write = (text: string | Uint8Array) => void said.push(String(text));
  const status = await runCli(['migrate'], {
    env: { CHAINTRAIL_DATA: dataDirectory },
    workingDirectory: dataDirectory,
    stdin: (async function* () {})(),
    stdout: { write },
    stderr: { write },
  });
  expect(said.join('')).toContain('0013-merged-profiles');
  expect(said.join('')).toContain('Stop it');
  expect(said.join('')).not.toContain('Up to date');
  expect(status).toBe(1);
});
