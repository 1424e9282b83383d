// Composes the areas of the API on open databases: a handler for each operation, their pages and their jobs.
import { type AlertsParts, composeAlerts } from '../alerts/compose-alerts.js';
import { analyticsHandlers } from '../analytics/handlers.js';
import { createAnalyticsService } from '../analytics/service.js';
import { createAnalyticsStore } from '../analytics/store.js';
import { composeBoards } from '../boards/compose-boards.js';
import type { ChatModel } from '../chat/chat-model.js';
import { chatHandlers } from '../chat/handlers.js';
import { createChatService } from '../chat/service.js';
import { composeContracts, type LogReading } from '../contracts/compose-contracts.js';
import type { AnalyticsDatabase, ApplicationDatabase } from '../database/ports.js';
import { forgetHandlers } from '../forget/handlers.js';
import type { ForgetService } from '../forget/service.js';
import type { ApiHandlers } from '../http/handlers.js';
import type { PageResponse, PageRoute } from '../http/page-route.js';
import type { Job } from '../job.js';
import { keysHandlers } from '../keys/handlers.js';
import { createOwnKey } from '../keys/own-key.js';
import { createKeysStore } from '../keys/store.js';
import type { WriteKeys } from '../keys/write-keys.js';
import type { Log } from '../log.js';
import { composeProfiles } from '../profiles/compose-profiles.js';
import type { LifecycleThresholds } from '../profiles/lifecycle.js';
import type { ProfileSnapshot } from '../profiles/snapshot.js';
import { queryHandlers } from '../query/handlers.js';
import { createQueryService } from '../query/service.js';
import { createQueryStore } from '../query/store.js';
import { segmentsHandlers } from '../segments/handlers.js';
import { createSegmentsService } from '../segments/service.js';
import { createSegmentsStore } from '../segments/store.js';

export interface AreasOptions {
  readonly analytics: AnalyticsDatabase;
  readonly application: ApplicationDatabase;
  readonly writeKeys: WriteKeys;
  readonly profileSnapshot: ProfileSnapshot;
  readonly forget: ForgetService;
  readonly lifecycle: LifecycleThresholds;
  readonly boardsPerProject: number;
  /** The page that draws a public board. */
  readonly boardPage: () => Promise<PageResponse>;
  /** Without a model, the chat answers 503. */
  readonly chatModel?: ChatModel;
  readonly alerts: Pick<AlertsParts, 'settings' | 'onAttempt'>;
  readonly log: Log;
  readonly logReading: LogReading;
}

export interface Areas {
  readonly handlers: ApiHandlers;
  /** Pages that need no API key, such as public boards. */
  readonly pages: readonly PageRoute[];
  /** Work of the areas that runs by the clock. */
  readonly jobs: readonly Job[];
}

export function composeAreas(options: AreasOptions): Areas {
  const { application, writeKeys, lifecycle, boardsPerProject, boardPage } = options;
  const analytics = createAnalyticsService(createAnalyticsStore(options.analytics));
  const query = createQueryService(createQueryStore(options.analytics));
  const chat = createChatService({ query, model: options.chatModel });
  const { deletions } = options.forget;
  const boards = composeBoards({
    ...{ application, boardsPerProject, boardPage, analytics, query, deletions },
  });
  const segments = createSegmentsService(createSegmentsStore(application));
  const profiles = composeProfiles({
    analytics: options.analytics,
    writeKeys,
    findSegment: segments.find,
    snapshot: options.profileSnapshot,
    lifecycle,
  });
  const alerts = composeAlerts({
    application,
    analytics: options.analytics,
    lifecycle,
    log: options.log,
    findSegment: segments.find,
    ...options.alerts,
  });
  return {
    handlers: {
      ...analyticsHandlers(analytics),
      ...queryHandlers(query),
      ...profiles.handlers,
      ...forgetHandlers({ forget: options.forget, profiles: profiles.profiles }),
      ...boards.handlers,
      ...composeContracts(application, options.logReading),
      ...segmentsHandlers(segments),
      ...chatHandlers(chat),
      ...alerts.handlers,
      ...keysHandlers(createOwnKey(createKeysStore(application))),
    },
    pages: boards.pages,
    jobs: [alerts.job],
  };
}
