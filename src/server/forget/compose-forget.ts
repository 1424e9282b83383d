// Puts deletion together on an open database.
import { createForgetInAlerts } from '../alerts/forget-person.js';
import type { AnalyticsDatabase, ApplicationDatabase } from '../database/ports.js';
import { createSnapshotStore } from '../profiles/snapshot-store.js';
import { createDaySums } from './day-sums.js';
import type { Forgotten } from './forgotten.js';
import { createForgetService, type ForgetParts, type ForgetService } from './service.js';
import { createForgetStore } from './store.js';

export interface ForgetSurroundings
  extends Pick<ForgetParts, 'settle' | 'withoutLoads' | 'withoutRounds' | 'removeQuarantined'> {
  readonly analytics: AnalyticsDatabase;
  readonly dataDirectory: string;
  /** Where alerts are. */
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
    ...(application === undefined ? {} : { forgetInAlerts: createForgetInAlerts(application) }),
  });
}
