// Who waits in vain for the loads of another process is told to come back, not that something broke.
import { expect, it } from 'vitest';
import { DatabaseQueryError } from '../../src/server/database/database-errors.js';
import { createLoadingAlone } from '../../src/server/loading-alone.js';

const failing = (error: Error) => createLoadingAlone(() => Promise.reject(error));

it('answers what was done', async () => {
  const loadingAlone = createLoadingAlone((work) => work());
  expect(await loadingAlone(async () => 'done')).toBe('done');
});

it('is unavailable for a while when another process holds loads too long', async () => {
  const timedOut = new DatabaseQueryError('canceling statement due to lock timeout', '55P03');
  await expect(failing(timedOut)(async () => {})).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    fields: { retryAfterSeconds: expect.any(Number), cause: timedOut },
  });
});

it('passes on what else fails', async () => {
  const other = new DatabaseQueryError('No such table.', '42P01');
  await expect(failing(other)(async () => {})).rejects.toBe(other);
});
