// Deletes a project that was made by mistake and never received anything.
import type { AnalyticsDatabase } from '../database/ports.js';
import { DomainError } from '../errors/domain-error.js';
import type { Quarantine } from '../events/quarantine.js';
import type { Forgotten } from '../forget/forgotten.js';
import type { Project } from '../keys/inventory.js';
import type { KeysService } from '../keys/service.js';

export interface DeleteProjectParts {
  readonly keys: Pick<KeysService, 'deleteProject'>;
  readonly analytics: Pick<AnalyticsDatabase, 'query'>;
  /** Resolves once every event that is accepted now is in the database. */
  readonly settle: () => Promise<void>;
  readonly removeQuarantined: Quarantine['remove'];
  readonly forgotten: Pick<Forgotten, 'addProject'>;
}

/** The tables that receive a project's data from outside. */
const TABLES = ['events', 'wallet_labels', 'wallet_imports'] as const;

const COUNTS = `SELECT ${TABLES.map(
  (table) => `(SELECT count() FROM ${table} WHERE project_id = {id:String}) AS ${table}`,
).join(', ')}`;

/** @throws {DomainError} NOT_FOUND; CONFLICT, with the counts, when the project has data */
export async function deleteProject(parts: DeleteProjectParts, id: string): Promise<Project> {
  await parts.settle();
  const { data } = await parts.analytics.query<Record<(typeof TABLES)[number], number>>(COUNTS, {
    id,
  });
  const { events = 0, wallet_labels: labels = 0, wallet_imports: wallets = 0 } = data[0] ?? {};
  if (events + labels + wallets > 0) {
    const stored = `${events} events, ${labels} labels and ${wallets} imported wallets`;
    throw new DomainError(
      'CONFLICT',
      `The project ${id} was not deleted: it has ${stored}. Rename it, or revoke its write keys and keep it.`,
    );
  }
  // Otherwise no deletion of a person would look into its refused events any more.
  return parts.keys.deleteProject(id, async () => {
    await parts.removeQuarantined(({ project_id }) => project_id === id);
    // Another process may have refused events of it, or accepted some that are not loaded yet.
    await parts.forgotten.addProject(id);
  });
}
