// Opening migrates any earlier schema, repairs a start that crashed, and refuses a newer schema.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyticsMigrations } from '../../../../src/server/database/analytics/analytics-migrations.js';
import { SINGLE_STORAGE } from '../../../../src/server/database/analytics/table-storage.js';
import {
  createTemporaryDirectory,
  type TemporaryDirectory,
} from '../../../support/temporary-directory.js';
import { openNewAnalytics } from './open-test-analytics.js';

let folder: TemporaryDirectory;
beforeAll(async () => {
  folder = await createTemporaryDirectory();
});
afterAll(() => folder.remove());

const IDS = 'SELECT DISTINCT id FROM schema_migrations ORDER BY id';
const MIGRATIONS = analyticsMigrations(SINGLE_STORAGE).map(({ id }) => ({ id }));

describe('opening', () => {
  it('keeps rows and schema between starts, and leaves no owner note behind', async () => {
    const directory = join(folder.path, 'deep/er', 'analytics');
    const first = await openNewAnalytics({ directory });
    await first.execute("INSERT INTO events (project_id, message_id) VALUES ('prj_1', 'm1')");
    await first.close();
    expect(await readdir(join(folder.path, 'deep/er'))).toEqual(['analytics']);
    const second = await openNewAnalytics({ directory });
    expect((await second.query('SELECT message_id FROM events')).data).toEqual([
      { message_id: 'm1' },
    ]);
    expect((await second.query(IDS)).data).toEqual(MIGRATIONS);
    await second.close();
  });

  it('repeats migrations that a crash left unrecorded', async () => {
    const directory = join(folder.path, 'crashed');
    const first = await openNewAnalytics({ directory });
    await first.execute('TRUNCATE TABLE schema_migrations');
    await first.close();
    const second = await openNewAnalytics({ directory });
    expect((await second.query(IDS)).data).toEqual(MIGRATIONS);
    await second.close();
  });

  it('refuses a newer schema and releases the directory', async () => {
    const directory = join(folder.path, 'future');
    const first = await openNewAnalytics({ directory });
    await first.execute("INSERT INTO schema_migrations (id) VALUES ('9999-later')");
    await first.close();
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await expect(openNewAnalytics({ directory })).rejects.toMatchObject({
        name: 'SchemaTooNewError',
        unknownIds: ['9999-later'],
      });
    }
  });
});
