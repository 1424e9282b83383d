// Opens chDB for a test, its process from the build.
import {
  type OpenAnalyticsOptions,
  openAnalytics,
} from '../../../../src/server/database/analytics/open-analytics.js';
import { builtFile } from '../../../support/built.js';
import { openOnCopy } from '../../../support/made-once.js';

/** What is missing in `directory` is made by this call, as a server does. */
export const openNewAnalytics = (options: OpenAnalyticsOptions) =>
  openAnalytics({ childFile: builtFile('server/database/analytics/chdb-child'), ...options });

/** The same, but where `directory` is missing, on a copy of one that was made before. */
export const openTestAnalytics = (options: OpenAnalyticsOptions) =>
  openOnCopy('analytics', options, openNewAnalytics);
