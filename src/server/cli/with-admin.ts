// Does admin work on a data folder: through the server that owns it, else by opening it.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connectAdmin } from '../admin/connect.js';
import type { OfflineSettings } from '../admin/open-offline.js';
import type { Admin } from '../admin/operations.js';
import { DatabaseInUseError } from '../database/database-errors.js';
import { exists } from '../exists.js';
import { installCommand, type PackageSettings } from '../missing-packages.js';
import { CommandError } from './command.js';

/** For a server that starts or stops just now, and for another command. */
const IN_USE_WAIT_MS = 15_000;
const RETRY_MS = 250;

export interface WithAdminOptions extends OfflineSettings {
  /** Makes the folder when it is missing. */
  readonly canMake?: boolean;
}

/**
 * @throws {CommandError} when there is no data, or packages are missing
 * @throws DatabaseInUseError when the owner does not answer commands
 */
export async function withAdmin<T>(
  options: WithAdminOptions,
  work: (admin: Admin) => Promise<T>,
): Promise<T> {
  const { dataDirectory, canMake = false } = options;
  const deadline = performance.now() + IN_USE_WAIT_MS;
  for (;;) {
    const running = await connectAdmin(dataDirectory);
    if (running !== undefined) return work(running);
    if (!canMake && options.clickhouse === undefined) await requireData(dataDirectory);
    try {
      return await workOffline(options, work);
    } catch (error) {
      if (!(error instanceof DatabaseInUseError) || performance.now() >= deadline) throw error;
    }
    await pause(RETRY_MS);
  }
}

async function workOffline<T>(
  settings: OfflineSettings,
  work: (admin: Admin) => Promise<T>,
): Promise<T> {
  requirePackages(settings);
  const { openOffline } = await import('../admin/open-offline.js');
  const admin = await openOffline(settings);
  try {
    return await work(admin);
  } finally {
    await admin.close();
  }
}

/** @throws {CommandError} with the command that installs what is missing */
export function requirePackages(settings: PackageSettings): void {
  const command = installCommand(settings);
  if (command === undefined) return;
  throw new CommandError(
    `The server needs packages that are not installed. Run:\n\n  ${command}\n`,
  );
}

/**
 * @param part what has to be in it; `.` asks for the folder alone
 * @throws {CommandError} where no server has kept anything, so that no data is not taken for no rows
 */
export async function requireData(dataDirectory: string, part = 'analytics'): Promise<void> {
  if (await exists(join(dataDirectory, part))) return;
  throw new CommandError(
    `There is no data in ${dataDirectory}. Set CHAINTRAIL_DATA to the folder of your server, ` +
      'or make one: chaintrail serve',
  );
}
