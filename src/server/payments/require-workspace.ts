// Checks at the start that the workspace whose profiles are sold exists: otherwise only buyers would notice.
import { SettingsError } from '../settings/settings.js';
import type { PaymentSettings } from './payment-settings.js';

/** @throws {SettingsError} when PAYMENT_WORKSPACE names no workspace of this server */
export async function requireWorkspace(
  settings: PaymentSettings | undefined,
  readWorkspaces: () => Promise<readonly { readonly id: string }[]>,
): Promise<void> {
  if (settings === undefined) return;
  const workspaces = await readWorkspaces();
  if (workspaces.some(({ id }) => id === settings.workspaceId)) return;
  throw new SettingsError([
    `PAYMENT_WORKSPACE must be the id of a workspace of this server; it is "${settings.workspaceId}". To see the ids: chaintrail workspace list`,
  ]);
}
