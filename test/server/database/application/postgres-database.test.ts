// A Postgres server fulfils the contract of the application port.
import { openPostgres } from '../../../../src/server/database/application/open-postgres.js';
import { applicationDatabaseContract } from '../../../contracts/application-database.contract.js';
import { createCleanup } from '../../../support/cleanup.js';
import { startPostgres } from '../../../support/postgres.js';

const cleanUp = createCleanup();

applicationDatabaseContract('Postgres', async () => {
  const postgres = await startPostgres();
  cleanUp(postgres.stop);
  return openPostgres({ url: postgres.newDatabase() });
});
