// Composes what the admin operations need, both for the server and for an offline command.
import { type AlertsSettings, composeAlerts } from '../alerts/compose-alerts.js';
import { type BackupParts, backUp } from '../backup/backup.js';
import type { Databases } from '../database/open-databases.js';
import type { Quarantine } from '../events/quarantine.js';
import { type Alone, takeTurns } from '../events/take-turns.js';
import { createDaySums } from '../forget/day-sums.js';
import type { Forgotten } from '../forget/forgotten.js';
import type { ForgetService } from '../forget/service.js';
import { createKeysService } from '../keys/service.js';
import type { Log } from '../log.js';
import { enrich } from '../profiles/enrich.js';
import { DEFAULT_LIFECYCLE } from '../profiles/lifecycle.js';
import { readableProjects } from '../projects.js';
import { appliedMigrations } from './applied-migrations.js';
import { deleteProject } from './delete-project.js';
import type { AdminParts } from './operations.js';

export interface AdminPartsOptions {
  readonly databases: Databases;
  readonly dataDirectory: string;
  /** The key that signs write keys. */
  readonly secret: Uint8Array;
  /** Resolves once every event that is accepted now is in the database. */
  readonly settle: () => Promise<void>;
  readonly withoutLoads: BackupParts['withoutLoads'];
  /** Runs work while no process computes profiles from data that the work changes. */
  readonly withoutRounds: Alone;
  readonly removeQuarantined: Quarantine['remove'];
  readonly forget: ForgetService;
  readonly forgotten: Pick<Forgotten, 'addProject'>;
  readonly alerts: AlertsSettings;
  readonly log: Log;
}

export function adminParts(options: AdminPartsOptions): AdminParts {
  const { databases, dataDirectory, secret, settle, withoutLoads, withoutRounds, forget } = options;
  const { removeQuarantined, forgotten } = options;
  const keys = createKeysService({ database: databases.application, secret });
  const alerts = composeAlerts({
    ...databases,
    settings: options.alerts,
    lifecycle: DEFAULT_LIFECYCLE,
    log: options.log,
  });
  const { finish: finishDeletion } = createDaySums(databases.analytics, dataDirectory);
  const backupParts = { databases, dataDirectory, settle, withoutLoads, finishDeletion };
  const enriching = { analytics: databases.analytics, dataDirectory, withoutRounds };
  const inTurn = takeTurns();
  return {
    keys,
    deleteProject: (id) =>
      deleteProject(
        { keys, analytics: databases.analytics, settle, removeQuarantined, forgotten },
        id,
      ),
    testAlert: (id) => alerts.service.testAny(id),
    forget: async ({ project, ...request }) => {
      const all = (await keys.projects()).map(({ id }) => id);
      return forget.forget(request, readableProjects(project, all), { ofStrangers: true });
    },
    enrich: (file) => enrich(enriching, file),
    migrations: () => appliedMigrations(databases.analytics, databases.application),
    backup: (directory) => inTurn(() => backUp(backupParts, directory)),
  };
}
