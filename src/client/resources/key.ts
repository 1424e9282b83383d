// `client.key`.
import type { Key } from '../answers.js';
import type { ApiCall } from '../api-call.js';
import type { Operations } from '../operations.js';
import type { CallOptions } from '../options.js';

export const createKey = ({ call }: Operations) => ({
  /** What the key of this client may do, and the projects of its workspace. */
  retrieve: (options?: CallOptions): ApiCall<Key> => call('GET /v0/key', {}, options),
});

export type KeyResource = ReturnType<typeof createKey>;
