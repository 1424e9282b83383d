// Opens chDB for a test, its process from the build.
import {
  type OpenAnalyticsOptions,
  openAnalytics,
} from '../../../../src/server/database/analytics/open-analytics.js';
import { builtFile } from '../../../support/built.js';

export const openTestAnalytics = (options: OpenAnalyticsOptions) =>
  openAnalytics({ childFile: builtFile('server/database/analytics/chdb-child'), ...options });
