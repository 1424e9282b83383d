// A caller that waits too long for the loads of another process gets 503 with a delay, not an internal error.
import { expect, it } from 'vitest';
import { DatabaseQueryError } from '../../../src/server/database/database-errors.js';
import { createLoadingAlone } from '../../../src/server/events/loading-alone.js';

const failing = (error: Error) => createLoadingAlone(() => Promise.reject(error));

it('resolves to the result of the work', async () => {
  const loadingAlone = createLoadingAlone((work) => work());
  expect(await loadingAlone(async () => 'done')).toBe('done');
});

it('rejects with SERVICE_UNAVAILABLE when another process holds the lock for too long', async () => {
  const timedOut = new DatabaseQueryError('canceling statement due to lock timeout', '55P03');
  await expect(failing(timedOut)(async () => {})).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    fields: { retryAfterSeconds: expect.any(Number), cause: timedOut },
  });
});

it('passes other errors on', async () => {
  const other = new DatabaseQueryError('No such table.', '42P01');
  await expect(failing(other)(async () => {})).rejects.toBe(other);
});
