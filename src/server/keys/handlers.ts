// The operation by which a caller learns about its own API key.
import type { WorkspaceIdentity } from './api-keys.js';
import type { OwnKey } from './own-key.js';

/** Not typed by `http/handlers.ts`, which imports this folder; checked where the areas are put together. */
export const keysHandlers = (ownKey: OwnKey) => ({
  retrieveKey: ({ identity }: { readonly identity: WorkspaceIdentity }) => ownKey(identity),
});
