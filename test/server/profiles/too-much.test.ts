// A search with too large an answer is refused with advice, whichever statement of it fails.
import { describe, expect, it } from 'vitest';
import { DatabaseQueryError } from '../../../src/server/database/database-errors.js';
import { MOST_ANSWER_BYTES } from '../../../src/server/limits/most-answer-bytes.js';
import { createProfilesStore } from '../../../src/server/profiles/store.js';

const storeOf = (code: string) =>
  createProfilesStore({
    query: async () => {
      throw new DatabaseQueryError('The engine gave up.', code);
    },
  });

const TOO_LARGE = {
  code: 'BAD_REQUEST',
  message:
    'The search has too large an answer. Search with fewer conditions, in one project, or for fewer wallets at once.',
};

describe('a search with sections that are too large', () => {
  const wallets = ['0x1', '0x2'];

  it('is refused', async () => {
    await expect(storeOf('396').holdings(wallets, 50)).rejects.toMatchObject(TOO_LARGE);
    await expect(storeOf('396').labels(wallets, ['prj_1'])).rejects.toMatchObject(TOO_LARGE);
  });

  it('fails with the original error for other errors', async () => {
    await expect(storeOf('1001').labels(wallets, ['prj_1'])).rejects.toMatchObject({
      code: '1001',
    });
  });
});

it('statements of a search have the size limit of answers, those for one wallet have none', async () => {
  const bounds: unknown[] = [];
  const store = createProfilesStore({
    query: async (_sql, _params, options) => {
      bounds.push(options?.mostBytes);
      return {
        data: [],
        rows: 0,
        meta: [],
        statistics: { elapsed: 0, rows_read: 0, bytes_read: 0 },
      };
    },
  });
  await store.labels(['0x1', '0x2'], ['prj_1']);
  await store.holdings(['0x1', '0x2'], 50);
  await store.labels(['0x1'], ['prj_1']);
  expect(bounds).toEqual([MOST_ANSWER_BYTES, MOST_ANSWER_BYTES, undefined]);
});

it('the sections of one wallet are never refused as too large', async () => {
  await expect(storeOf('396').holdings(['0x1'], 50)).rejects.toMatchObject({ code: '396' });
});
