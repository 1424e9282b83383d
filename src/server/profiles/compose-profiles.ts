// Puts the area of profiles together on an open database.
import type { AnalyticsDatabase } from '../database/ports.js';
import type { WriteKeys } from '../keys/write-keys.js';
import { profilesHandlers } from './handlers.js';
import { createLabelStore } from './label-store.js';
import { createLabelsService } from './labels.js';
import type { LifecycleThresholds } from './lifecycle.js';
import { createProfilesService, type FindSegment } from './service.js';
import type { ProfileSnapshot } from './snapshot.js';
import { createProfilesStore } from './store.js';

export interface ProfilesParts {
  readonly analytics: AnalyticsDatabase;
  readonly writeKeys: WriteKeys;
  readonly snapshot: ProfileSnapshot;
  readonly findSegment: FindSegment;
  readonly lifecycle: LifecycleThresholds;
  readonly now?: () => number;
}

export function composeProfiles({ analytics, writeKeys, snapshot, ...rest }: ProfilesParts) {
  const profiles = createProfilesService({ store: createProfilesStore(analytics), ...rest });
  const handlers = profilesHandlers({
    profiles,
    labels: createLabelsService({
      store: createLabelStore(analytics),
      refresh: snapshot.refresh,
      ...(rest.now === undefined ? {} : { now: rest.now }),
    }),
    writeKeys,
  });
  return { handlers, profiles };
}
