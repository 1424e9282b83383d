// PGlite fulfils the contract of the application port.
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { applicationDatabaseContract } from '../../../contracts/application-database.contract.js';
import {
  createTemporaryDirectory,
  type TemporaryDirectory,
} from '../../../support/temporary-directory.js';
import { openTestApplication } from './open-test-application.js';

let folder: TemporaryDirectory;
beforeAll(async () => {
  folder = await createTemporaryDirectory();
});
afterAll(() => folder.remove());

applicationDatabaseContract('PGlite', () =>
  openTestApplication({ directory: join(folder.path, 'application') }),
);
