// Opens chDB for a test, with its process from the build.
import {
  type OpenAnalyticsOptions,
  openAnalytics,
} from '../../../../src/server/database/analytics/open-analytics.js';
import { builtFile } from '../../../support/built.js';
import { openOnCopy } from '../../../support/made-once.js';

/** Creates what is missing in `directory`, as a server does. */
export const openNewAnalytics = (options: OpenAnalyticsOptions) =>
  openAnalytics({ childFile: builtFile('server/database/analytics/chdb-child'), ...options });

/** Like `openNewAnalytics`, but copies a cached directory where `directory` is missing. */
export const openTestAnalytics = (options: OpenAnalyticsOptions) =>
  openOnCopy('analytics', options, openNewAnalytics);
