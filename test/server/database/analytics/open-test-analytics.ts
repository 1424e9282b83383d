// Opens chDB for a test, its process from the build.
import { existsSync } from 'node:fs';
import {
  type OpenAnalyticsOptions,
  openAnalytics,
} from '../../../../src/server/database/analytics/open-analytics.js';
import { builtFile } from '../../../support/built.js';
import { copyMadeOnce } from '../../../support/made-once.js';

/** What is missing in `directory` is made by this call, as a server does. */
export const openNewAnalytics = (options: OpenAnalyticsOptions) =>
  openAnalytics({ childFile: builtFile('server/database/analytics/chdb-child'), ...options });

/** Makes the folder and its tables, and no rows. */
const make = async (directory: string): Promise<void> => {
  const database = await openNewAnalytics({ directory });
  await database.close();
};

/** Where `directory` is missing, it begins as a copy of one that was made before. */
export const openTestAnalytics = async (options: OpenAnalyticsOptions) => {
  const { directory } = options;
  if (!existsSync(directory)) await copyMadeOnce('analytics', directory, make);
  return openNewAnalytics(options);
};
