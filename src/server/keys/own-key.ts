// What a caller learns about its own API key: its scopes, and the projects of its workspace.
import type { Key } from '../../protocol/keys/routes.js';
import { SCOPES } from '../../protocol/scopes.js';
import { DomainError } from '../errors/domain-error.js';
import type { WorkspaceIdentity } from './api-keys.js';
import type { KeysStore } from './store.js';

/** @throws {DomainError} UNAUTHORIZED when the key was revoked since it was let in */
export type OwnKey = (identity: WorkspaceIdentity) => Promise<Key>;

export const createOwnKey =
  (store: Pick<KeysStore, 'apiKeyOf' | 'projectsOf'>): OwnKey =>
  async ({ keyId, workspaceId, scopes }) => {
    const [key, projects] = await Promise.all([
      store.apiKeyOf({ keyId, workspaceId }),
      store.projectsOf(workspaceId),
    ]);
    if (key === undefined) {
      throw new DomainError('UNAUTHORIZED', 'The API key was revoked. Make a new one.');
    }
    return {
      ...key,
      workspace_id: workspaceId,
      scopes: SCOPES.filter((scope) => scopes.has(scope)),
      projects: [...projects],
    };
  };
