// The ClickHouse client fulfils the contract of the analytics port.

import { parseClickhouseUrl } from '../../../../src/server/database/analytics/clickhouse-url.js';
import { openClickhouse } from '../../../../src/server/database/analytics/open-clickhouse.js';
import { analyticsDatabaseContract } from '../../../contracts/analytics-database.contract.js';
import { createCleanup } from '../../../support/cleanup.js';
import { startClickhouseFront } from '../../../support/clickhouse/front.js';

const cleanUp = createCleanup();

analyticsDatabaseContract('ClickHouse', async () => {
  const front = await startClickhouseFront();
  cleanUp(front.stop);
  return openClickhouse({ server: parseClickhouseUrl(front.url) });
});
