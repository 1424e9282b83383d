// PGlite keeps the contract of the application port.
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { openApplication } from '../../../../src/server/database/application/open-application.js';
import { applicationDatabaseContract } from '../../../contracts/application-database.contract.js';
import {
  createTemporaryDirectory,
  type TemporaryDirectory,
} from '../../../support/temporary-directory.js';

let folder: TemporaryDirectory;
beforeAll(async () => {
  folder = await createTemporaryDirectory();
});
afterAll(() => folder.remove());

applicationDatabaseContract('PGlite', () =>
  openApplication({ directory: join(folder.path, 'application') }),
);
