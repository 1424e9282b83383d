// The operation that tells an API key of itself.
import type { WorkspaceIdentity } from './api-keys.js';
import type { OwnKey } from './own-key.js';

/** Without the types of `http/handlers.ts`, which knows keys: what puts the areas together checks them. */
export const keysHandlers = (ownKey: OwnKey) => ({
  retrieveKey: ({ identity }: { readonly identity: WorkspaceIdentity }) => ownKey(identity),
});
