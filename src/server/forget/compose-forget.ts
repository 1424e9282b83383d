// Puts deletion together on an open database.
import { createForgetInAlerts, type ForgetInAlerts } from '../alerts/forget-person.js';
import type { AnalyticsDatabase, ApplicationDatabase } from '../database/ports.js';
import { createForgetInAnswers } from '../idempotency/forget-ids.js';
import { createSnapshotStore } from '../profiles/snapshot-store.js';
import { createDaySums } from './day-sums.js';
import type { Forgotten } from './forgotten.js';
import { createForgetService, type ForgetParts, type ForgetService } from './service.js';
import { createForgetStore } from './store.js';

export interface ForgetSurroundings
  extends Pick<ForgetParts, 'settle' | 'withoutLoads' | 'withoutRounds' | 'removeQuarantined'> {
  readonly analytics: AnalyticsDatabase;
  readonly dataDirectory: string;
  /** Where alerts are, and the answers kept for repetitions. */
  readonly application?: ApplicationDatabase;
  readonly forgotten: Forgotten;
}

export function composeForget({
  analytics,
  application,
  dataDirectory,
  ...rest
}: ForgetSurroundings): ForgetService {
  const { takeUpWallets } = createSnapshotStore(analytics);
  return createForgetService({
    ...rest,
    store: createForgetStore(analytics, createDaySums(analytics, dataDirectory)),
    takeUp: takeUpWallets,
    ...(application === undefined ? {} : { forgetInApplication: forgetInApplication(application) }),
  });
}

const forgetInApplication = (application: ApplicationDatabase): ForgetInAlerts => {
  const inAlerts = createForgetInAlerts(application);
  const inAnswers = createForgetInAnswers(application);
  return async (projectIds, ids) => {
    await inAlerts(projectIds, ids);
    await inAnswers(projectIds, [...ids.wallets, ...ids.anonymousIds, ...ids.userIds]);
  };
};
