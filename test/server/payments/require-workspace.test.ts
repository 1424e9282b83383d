// A server with an unknown PAYMENT_WORKSPACE fails at the start.
import { rm } from 'node:fs/promises';
import { expect, it, onTestFinished } from 'vitest';
import { requireWorkspace } from '../../../src/server/payments/require-workspace.js';
import { newDataFolder } from '../../support/server.js';
import { chaintrail } from '../cli/chaintrail.js';
import { PAYMENTS } from './test-settings.js';

it('names the setting, its value and the command that lists workspaces', async () => {
  const dataDirectory = await newDataFolder();
  onTestFinished(() => rm(dataDirectory, { recursive: true, force: true, maxRetries: 5 }));
  const { status, output } = await chaintrail(dataDirectory, ['serve'], {
    PORT: '0',
    PAYMENT_FACILITATOR_URL: PAYMENTS.url,
    PAYMENT_TO: PAYMENTS.payTo,
    PAYMENT_WORKSPACE: 'ws_none',
  });
  expect(status).toBe(1);
  expect(output).toBe(
    'Wrong settings:\n  PAYMENT_WORKSPACE must be the id of a workspace of this server; it is "ws_none". To see the ids: chaintrail workspace list\n',
  );
});

it('accepts an existing workspace, and does not look for one without payments', async () => {
  await requireWorkspace(PAYMENTS, async () => [{ id: 'ws_0' }, { id: PAYMENTS.workspaceId }]);
  await requireWorkspace(undefined, () => Promise.reject(new Error('They were read.')));
});
