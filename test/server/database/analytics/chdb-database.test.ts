// chDB fulfils the contract of the analytics port.
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { analyticsDatabaseContract } from '../../../contracts/analytics-database.contract.js';
import {
  createTemporaryDirectory,
  type TemporaryDirectory,
} from '../../../support/temporary-directory.js';
import { openTestAnalytics } from './open-test-analytics.js';

let folder: TemporaryDirectory;
beforeAll(async () => {
  folder = await createTemporaryDirectory();
});
afterAll(() => folder.remove());

analyticsDatabaseContract('chDB', () =>
  openTestAnalytics({ directory: join(folder.path, 'analytics') }),
);
