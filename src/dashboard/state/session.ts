// The session: a client of the API that uses the key of this tab.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Key } from '../../client/answers.js';
import { Chaintrail } from '../../client/chaintrail.js';
import { AuthenticationError } from '../../client/errors.js';
import { keyAnswerStore, keyStore } from './storage.js';

export interface Session {
  readonly client: Chaintrail;
  readonly apiKey: string;
  /** @param reason shown in the sign-in form; without, the user wanted to leave */
  signOut(reason?: string): void;
}

/** Signs out when the server no longer accepts the key. */
export function leaveIfKeyEnded(error: unknown, signOut: Session['signOut'] | undefined): void {
  if (!(error instanceof AuthenticationError)) return;
  signOut?.('The server no longer accepts this key. Sign in with another one.');
}

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('Nobody is signed in around this part.');
  return session;
}

const TIMEOUT_MS = 30_000;

/** A key in a browser is safe here: it is the user's own, and is sent to the server of this page only. */
export const openClient = (apiKey: string): Chaintrail =>
  new Chaintrail({
    apiKey,
    baseURL: location.origin,
    dangerouslyAllowBrowser: true,
    timeout: TIMEOUT_MS,
    maxRetries: 1,
    fetchOptions: { credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer' },
  });

/** Keeps the scopes and projects of the key for the next time that this tab loads the page. */
const keep = (answer: Key) => keyAnswerStore.write(JSON.stringify(answer));

/** Reads the scopes and projects of the session's key, and keeps them. */
export async function readKey(
  { client, apiKey }: Pick<Session, 'client' | 'apiKey'>,
  signal: AbortSignal,
): Promise<Key> {
  const answer = await client.key.retrieve({ signal });
  // Nothing of a key stays in a tab that was signed out while the server answered.
  if (keyStore.read() === apiKey) keep(answer);
  return answer;
}

/** What was kept of the key, also by an earlier load of the page. */
export const readKeptKey = (): Key | undefined => {
  const kept = keyAnswerStore.read();
  return kept === undefined ? undefined : JSON.parse(kept);
};

/** Whether the server knows the key, whatever its scopes. @throws when that cannot be found out */
export async function isKnownKey(apiKey: string): Promise<boolean> {
  // Text that no header can carry is not a key: sending it would throw instead of being answered.
  if (!/^[\x21-\x7e]+$/.test(apiKey)) return false;
  try {
    keep(await openClient(apiKey).key.retrieve());
    return true;
  } catch (error) {
    if (error instanceof AuthenticationError) return false;
    throw error;
  }
}
