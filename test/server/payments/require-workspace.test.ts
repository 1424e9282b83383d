// A server that is told to sell the profiles of a workspace that is not there says so when it starts.
import { rm } from 'node:fs/promises';
import { expect, it, onTestFinished } from 'vitest';
import { requireWorkspace } from '../../../src/server/payments/require-workspace.js';
import { newDataFolder } from '../../support/server.js';
import { chaintrail } from '../cli/chaintrail.js';
import { PAYMENTS } from './test-settings.js';

it('names the setting, what it says and where to look', async () => {
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
    'Wrong settings:\n  PAYMENT_WORKSPACE must be the id of a workspace of this server; "ws_none" is none. See what there is: chaintrail workspace list\n',
  );
});

it('takes a workspace that is there, and needs none where nothing is sold', async () => {
  await requireWorkspace(PAYMENTS, async () => [{ id: 'ws_0' }, { id: PAYMENTS.workspaceId }]);
  await requireWorkspace(undefined, () => Promise.reject(new Error('They were read.')));
});
