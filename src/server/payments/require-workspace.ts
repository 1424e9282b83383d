// Holds the settings of payments to what there is: profiles of nobody can be sold to nobody, and no buyer would say so.
import { SettingsError } from '../settings.js';
import type { PaymentSettings } from './payment-settings.js';

/** @throws {SettingsError} where the profiles of a workspace are sold that does not exist */
export function requireWorkspace(
  settings: PaymentSettings | undefined,
  workspaces: readonly { readonly id: string }[],
): void {
  if (settings === undefined || workspaces.some(({ id }) => id === settings.workspaceId)) return;
  throw new SettingsError([
    `PAYMENT_WORKSPACE must be the id of a workspace of this server; "${settings.workspaceId}" is none. See what there is: chaintrail workspace list`,
  ]);
}
