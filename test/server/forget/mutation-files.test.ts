// The mutation files of the engine do not keep the ids of a deleted person.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { composeForget } from '../../../src/server/forget/compose-forget.js';
import { openForgotten } from '../../../src/server/forget/forgotten.js';
import { createCleanup } from '../../support/cleanup.js';
import { startProfiles } from '../profiles/profiles-under-test.js';

const cleanUp = createCleanup();
const ALICE = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045';
/** The engine deletes old mutation files when it is idle, which took 40 s when measured on an idle machine. */
const PATIENCE_MS = 500_000;

it('leaves no id of the person in any mutation file', async () => {
  const { database: analytics, directory, load, refresh, close } = await startProfiles();
  cleanUp(close);
  await load('events', [
    {
      project_id: 'prj_1',
      message_id: 'm1',
      type: 'page',
      address: ALICE,
      anonymous_id: 'alice-visitor',
      user_id: 'alice-user',
      timestamp: '2026-01-10 10:00:00.000',
      original_timestamp: '2026-01-10 10:00:00.000',
    },
  ]);
  await load('wallet_enrichment', [{ wallet: ALICE, net_worth_usd: 3 }]);
  await refresh();
  const forget = composeForget({
    analytics,
    dataDirectory: directory,
    forgotten: await openForgotten(analytics),
    settle: async () => {},
    removeQuarantined: async () => 0,
  });
  const named = { address: ALICE, anonymous_id: 'alice-visitor', user_id: 'alice-user' };
  expect(await forget.forget(named, ['prj_1'])).toMatchObject({ events: 1 });

  const textsOfDeletions = async () => {
    const paths = await readdir(join(directory, 'analytics'), { recursive: true });
    const files = paths.filter((path) => /mutation_\d+\.txt$/.test(path));
    return Promise.all(files.map((path) => readFile(join(directory, 'analytics', path), 'utf8')));
  };
  await vi.waitFor(
    async () => {
      const texts = await textsOfDeletions();
      expect(texts.filter((text) => text.includes('DELETE WHERE')).length).toBeGreaterThan(9);
      expect(texts.join('\n')).not.toMatch(/alice|d8da6bf2/i);
    },
    { timeout: PATIENCE_MS, interval: 500 },
  );
}, 600_000);
