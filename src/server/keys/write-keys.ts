// Write keys: signed tokens that name a project, checked without asking the database each time.
import { jwtVerify, SignJWT } from 'jose';
import { DomainError } from '../errors/domain-error.js';
import { within } from '../limits/deadline.js';
import { API_KEY_PREFIX, WRITE_KEY_PREFIX } from './key-prefixes.js';
import type { KeysStore, WriteKeyRecord } from './store.js';

/** Who sends: a write key of a project. */
export interface ProjectIdentity {
  readonly keyId: string;
  readonly projectId: string;
}

export interface WriteKeys {
  /** @throws {DomainError} UNAUTHORIZED for a missing, malformed, foreign, expired or revoked key */
  identify(token: string | undefined): Promise<ProjectIdentity>;
}

export interface WriteKeysOptions {
  readonly secret: Uint8Array;
  readonly store: Pick<KeysStore, 'writeKeys'>;
  /** How long a revocation may stay unnoticed while the database answers. Milliseconds, default 3,000. */
  readonly refreshMs?: number;
  /** How long a known key waits for a database that does not answer. Milliseconds, default 1,000. */
  readonly patienceMs?: number;
  readonly now?: () => number;
}

interface Claims extends ProjectIdentity {
  /** Milliseconds since 1970; infinite for keys that do not expire. */
  readonly expiresAt: number;
}

const ALGORITHM = 'HS256';
const MAX_CACHED_TOKENS = 1_000;
/** Longer texts are refused before anything is computed on them. */
const MAX_TOKEN_LENGTH = 2_048;

/** The token of a stored key: the same each time, since everything in it is stored. */
export const signWriteKey = (key: WriteKeyRecord, secret: Uint8Array): Promise<string> =>
  new SignJWT({ project_id: key.project_id, key_id: key.id })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setIssuedAt(Math.floor(Date.parse(key.created_at) / 1_000))
    .sign(secret);

export function createWriteKeys(options: WriteKeysOptions): WriteKeys {
  const { secret, store, refreshMs = 3_000, patienceMs = 1_000, now = Date.now } = options;
  const verified = new Map<string, Claims>();
  let known: ReadonlyMap<string, WriteKeyRecord> = new Map();
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let refreshing: Promise<void> | undefined;
  let failure: unknown;
  /** Genuine tokens whose key the database does not have, as after an older backup was restored. */
  const missing = new Set<string>();

  const refresh = async (): Promise<void> => {
    try {
      const keys = await store.writeKeys();
      known = new Map(keys.map((key) => [key.id, key]));
      failure = undefined;
    } catch (error) {
      failure = error;
    } finally {
      refreshedAt = now();
      refreshing = undefined;
    }
  };

  /** All who ask meanwhile share one lookup. */
  const refreshed = (): Promise<void> => {
    refreshing ??= refresh();
    return refreshing;
  };

  /** When the database hangs, for instance because its machine is gone, known keys go on working as last read. */
  const refreshedInTime = (): Promise<void> =>
    within(refreshed(), patienceMs, () => new Error('The write keys are still being read.')).catch(
      () => {
        refreshedAt = now();
      },
    );

  const claimsOf = async (token: string): Promise<Claims> => {
    const cached = verified.get(token);
    if (cached !== undefined) return cached;
    const claims = await verify(token, secret, now());
    // Only tokens with a valid signature are cached, so strangers cannot fill the cache.
    if (verified.size >= MAX_CACHED_TOKENS) verified.clear();
    verified.set(token, claims);
    return claims;
  };

  return {
    async identify(token) {
      if (token === undefined || token.length > MAX_TOKEN_LENGTH) {
        throw refusal('is missing. Send it as "Authorization: Bearer <write key>"');
      }
      const { keyId, projectId, expiresAt } = await claimsOf(token);
      if (expiresAt <= now()) throw refusal('has expired');
      const age = now() - refreshedAt;
      // A negative age: the clock was set back, and nothing would be due until it had caught up.
      const isDue = age >= refreshMs || age < 0;
      if (isDue) missing.clear();
      // An unknown key is looked up at once: it may just have been made, and senders take a refusal as final.
      if (isDue && known.has(keyId)) {
        await refreshedInTime();
      } else if (isDue || (!known.has(keyId) && !missing.has(keyId))) {
        const begunBefore = refreshing;
        await refreshed();
        // That lookup may have read the keys before this one was made.
        if (begunBefore !== undefined && !known.has(keyId)) await refreshed();
      }
      if (!known.has(keyId)) {
        // The database is away. Keys that were known still work, but this one was not.
        if (failure !== undefined) throw failure;
        missing.add(keyId);
      }
      const key = known.get(keyId);
      if (key?.project_id !== projectId || key.revoked_at !== null) {
        throw refusal('is unknown or revoked');
      }
      return { keyId, projectId };
    },
  };
}

async function verify(token: string, secret: Uint8Array, now: number): Promise<Claims> {
  try {
    const { payload } = await jwtVerify(token, secret, {
      algorithms: [ALGORITHM],
      currentDate: new Date(now),
    });
    const { project_id: projectId, key_id: keyId, exp } = payload;
    if (typeof projectId === 'string' && typeof keyId === 'string') {
      return { projectId, keyId, expiresAt: exp === undefined ? Infinity : exp * 1_000 };
    }
  } catch {
    // Which part failed is of use only to somebody who forges one.
  }
  // Somebody who mixes the two up may be about to publish a key that reads everything.
  if (token.startsWith(API_KEY_PREFIX)) {
    throw refusal(
      `is an API key, which must stay secret. Send a write key (${WRITE_KEY_PREFIX}...)`,
    );
  }
  throw refusal('is malformed, expired, or not made by this server');
}

const refusal = (what: string): DomainError =>
  new DomainError('UNAUTHORIZED', `The write key ${what}.`);
