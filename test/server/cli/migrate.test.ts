// `chaintrail migrate` asks the running server, which may have an older version than the command.
import { expect, it, onTestFinished } from 'vitest';
import { openAdminChannel } from '../../../src/server/admin/listen.js';
import { createLog } from '../../../src/server/log.js';
import { createCleanup } from '../../support/cleanup.js';
import { createTestDirectory } from '../../support/temporary-directory.js';
import { callCli } from './call-cli.js';

const cleanUp = createCleanup();

it('lists the missing migrations where the running server is older', async () => {
  const dataDirectory = await createTestDirectory(cleanUp);
  const applied_at = '2026-01-01T00:00:00.000Z';
  const channel = await openAdminChannel({
    dataDirectory,
    run: async () => [{ database: 'analytics', id: '0001-events', applied_at }],
    log: createLog('silent', () => {}),
  });
  onTestFinished(channel.close);
  const { status, out, err } = await callCli(['migrate'], {
    env: { CHAINTRAIL_DATA: dataDirectory },
    workingDirectory: dataDirectory,
  });
  expect(out + err).toContain('0013-merged-profiles');
  expect(out + err).toContain('Stop it');
  expect(out + err).not.toContain('Up to date');
  expect(status).toBe(1);
});
