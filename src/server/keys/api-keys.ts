// API keys: how they are made, and whom a presented one stands for.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Scope } from '../../protocol/scopes.js';
import { DomainError } from '../errors/domain-error.js';
import { API_KEY_PREFIX, WRITE_KEY_PREFIX } from './key-prefixes.js';
import type { KeysStore, NewApiKey } from './store.js';

/** Who asks: a key of a workspace, and what it may see and do. */
export interface WorkspaceIdentity {
  readonly keyId: string;
  readonly workspaceId: string;
  /** The oldest first. */
  readonly projectIds: readonly string[];
  readonly scopes: ReadonlySet<string>;
}

export interface ApiKeys {
  /** @throws {DomainError} UNAUTHORIZED for a missing, malformed, unknown or revoked key */
  identify(token: string | undefined): Promise<WorkspaceIdentity>;
}

const SHAPE = /^ct_[0-9a-f]{48}$/;

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');

/** A prefix and random characters: `key_5f3c...`. */
export const createId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

/** A new key in plain text, to be shown once, and what is stored of it. */
export function createApiKey(owner: {
  readonly workspaceId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
}): { readonly plain: string; readonly record: NewApiKey } {
  const plain = `${API_KEY_PREFIX}${randomBytes(24).toString('hex')}`;
  const record = {
    ...owner,
    id: createId('key'),
    prefix: API_KEY_PREFIX,
    last4: plain.slice(-4),
    // 192 random bits need no slow hash: there is nothing to guess.
    hash: hashOf(plain),
  };
  return { plain, record };
}

export function createApiKeys(store: Pick<KeysStore, 'apiKeyByHash'>): ApiKeys {
  return {
    async identify(token) {
      if (token === undefined) {
        throw new DomainError(
          'UNAUTHORIZED',
          'The API key is missing. Send it as "Authorization: Bearer <API key>".',
        );
      }
      const key = SHAPE.test(token) ? await find(store, hashOf(token)) : undefined;
      if (key === undefined || key.revoked_at !== null) {
        throw new DomainError(
          'UNAUTHORIZED',
          token.startsWith(WRITE_KEY_PREFIX)
            ? `The key is a write key, which can only send events. Send an API key (${API_KEY_PREFIX}...).`
            : 'The API key is malformed, unknown or revoked.',
        );
      }
      return {
        keyId: key.id,
        workspaceId: key.workspace_id,
        projectIds: key.project_ids,
        scopes: new Set(key.scopes),
      };
    },
  };
}

async function find(store: Pick<KeysStore, 'apiKeyByHash'>, hash: string) {
  const key = await store.apiKeyByHash(hash);
  return key !== undefined && isSame(key.hash, hash) ? key : undefined;
}

const isSame = (left: string, right: string): boolean =>
  left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));
