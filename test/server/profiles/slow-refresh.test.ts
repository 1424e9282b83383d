// Writers of labels do not wait for an update of profiles whose end nobody knows.
import { expect, it } from 'vitest';
import { createLabelsService } from '../../../src/server/profiles/labels.js';
import { wallet } from './profiles-under-test.js';

const place = { projectId: 'prj_1', wallet: wallet(1) };

it('a label that is stored while profiles cannot be updated is answered with 503', async () => {
  const written: unknown[] = [];
  const labels = createLabelsService({
    store: {
      write: async (_projectId, rows) => void written.push(...rows),
      remove: async () => {},
      importWallets: async () => {},
    },
    refresh: () => new Promise(() => {}),
    refreshTimeoutMs: 1,
  });
  await expect(labels.upsert(place, { tag_id: 'vip' })).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    fields: { retryAfterSeconds: expect.any(Number) },
  });
  expect(written).toHaveLength(1);
});
