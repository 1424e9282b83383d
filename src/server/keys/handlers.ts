// The operation that tells a key what it may do, and where.
import type { keyRoutes } from '../../protocol/keys/routes.js';
import { SCOPES } from '../../protocol/scopes.js';
import type { ApiHandlers } from '../http/handlers.js';
import { requireFound } from '../require-found.js';
import type { KeysStore } from './store.js';

export const keyHandlers = (
  store: Pick<KeysStore, 'apiKey' | 'projectsOf'>,
): Pick<ApiHandlers, keyof typeof keyRoutes> => ({
  async retrieveKey({ identity }) {
    const key = requireFound(await store.apiKey(identity.keyId), 'API key like this one');
    const projects = await store.projectsOf(identity.workspaceId);
    return {
      ...key,
      scopes: SCOPES.filter((scope) => key.scopes.includes(scope)),
      projects: [...projects],
    };
  },
});
