// Puts together what deletes a person's data from open databases.
import { createForgetInAlerts, type ForgetInAlerts } from '../alerts/forget-person.js';
import type { AnalyticsDatabase, ApplicationDatabase } from '../database/ports.js';
import type { Alone } from '../events/take-turns.js';
import { whileHeld } from '../events/while-held.js';
import { createForgetInAnswers } from '../idempotency/forget-ids.js';
import { createForgetPayers } from '../payments/forget-payers.js';
import { createSnapshotStore } from '../profiles/snapshot-store.js';
import { createDaySums } from './day-sums.js';
import type { Forgotten } from './forgotten.js';
import { createOpenDeletions } from './open-deletions.js';
import { createForgetService, type ForgetParts, type ForgetService } from './service.js';
import { createForgetStore } from './store.js';

export interface ForgetSurroundings
  extends Pick<ForgetParts, 'settle' | 'withoutRounds' | 'removeQuarantined'> {
  /** Runs one work at a time, while no events are loaded. Default: at once, where nothing is ever loaded. */
  readonly withoutLoads?: Alone;
  readonly analytics: AnalyticsDatabase;
  readonly dataDirectory: string;
  /** Holds the alerts, the answers kept for idempotency keys, the payments, and which deletions are under way. */
  readonly application?: ApplicationDatabase;
  readonly forgotten: Forgotten;
}

export function composeForget({
  analytics,
  application,
  dataDirectory,
  withoutLoads = (work) => work(),
  ...rest
}: ForgetSurroundings): ForgetService {
  const { database, alone } = whileHeld(analytics, withoutLoads);
  const { takeUpWallets } = createSnapshotStore(database);
  return createForgetService({
    ...rest,
    withoutLoads: alone,
    store: createForgetStore(database, createDaySums(database, dataDirectory)),
    takeUp: takeUpWallets,
    ...(application === undefined
      ? {}
      : {
          forgetInApplication: forgetInApplication(application),
          openDeletions: createOpenDeletions(application),
        }),
  });
}

const forgetInApplication = (application: ApplicationDatabase): ForgetInAlerts => {
  const inAlerts = createForgetInAlerts(application);
  const inAnswers = createForgetInAnswers(application);
  const payers = createForgetPayers(application);
  return async (projectIds, ids) => {
    await inAlerts(projectIds, ids);
    await inAnswers(projectIds, [...ids.wallets, ...ids.anonymousIds, ...ids.userIds]);
    await payers(projectIds, ids.wallets);
  };
};
