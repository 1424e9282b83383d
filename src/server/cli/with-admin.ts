// Runs admin operations on a data folder: through the server that owns it, else by opening it offline.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connectAdmin } from '../admin/connect.js';
import type { OfflineSettings } from '../admin/open-offline.js';
import type { Admin } from '../admin/operations.js';
import { exists } from '../data-folder/exists.js';
import { DatabaseInUseError } from '../database/database-errors.js';
import { installCommand, type PackageSettings } from '../start/missing-packages.js';
import { CommandError } from './command.js';

/** How long to wait for a folder in use by another command, or by a server that is starting or stopping. */
const IN_USE_WAIT_MS = 15_000;
const RETRY_MS = 250;

export interface WithAdminOptions extends OfflineSettings {
  /** Whether a missing folder is made. */
  readonly canMake?: boolean;
}

/**
 * @throws {CommandError} when there is no data, or packages are missing
 * @throws DatabaseInUseError when the folder's owner does not answer on the admin channel
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

/** @throws {CommandError} with the command that installs the packages that are missing or too old */
export function requirePackages(settings: PackageSettings): void {
  const command = installCommand(settings);
  if (command === undefined) return;
  throw new CommandError(
    `The server needs packages that are not installed, or not in these versions. Run:\n\n  ${command}\n\n` +
      'Where an app needs other versions of them, install the server in a folder of its own.',
  );
}

/**
 * @param part the subfolder that must exist; `.` requires the data folder alone
 * @throws {CommandError} when it does not exist, so that a wrong folder is not mistaken for one without rows
 */
export async function requireData(dataDirectory: string, part = 'analytics'): Promise<void> {
  if (await exists(join(dataDirectory, part))) return;
  throw new CommandError(
    `There is no data in ${dataDirectory}. Set CHAINTRAIL_DATA to the folder of your server, ` +
      'or make one: chaintrail serve',
  );
}
