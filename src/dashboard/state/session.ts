// Who is signed in: a client of the API with the key of this tab.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { Chaintrail } from '../../client/chaintrail.js';
import { AuthenticationError } from '../../client/errors.js';

export interface Session {
  readonly client: Chaintrail;
  readonly apiKey: string;
  /** @param reason what the sign-in form says, if anything */
  signOut(reason?: string): void;
}

/** Signs out whoever has a key that ended. */
export function leaveIfKeyEnded(error: unknown, signOut: Session['signOut'] | undefined): void {
  if (!(error instanceof AuthenticationError)) return;
  signOut?.('The server no longer takes this key. Sign in with another one.');
}

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('Nobody is signed in around this part.');
  return session;
}

const TIMEOUT_MS = 30_000;

/** The key is the user's own and stays in their browser: it goes to the server of this page alone. */
export const openClient = (apiKey: string): Chaintrail =>
  new Chaintrail({
    apiKey,
    baseURL: location.origin,
    dangerouslyAllowBrowser: true,
    timeout: TIMEOUT_MS,
    maxRetries: 1,
    fetchOptions: { credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer' },
  });

/** Whether the server knows the key, whatever its scopes. @throws what else went wrong */
export async function isKnownKey(apiKey: string): Promise<boolean> {
  // What no header can carry is no key.
  if (!/^[\x21-\x7e]+$/.test(apiKey)) return false;
  try {
    await openClient(apiKey).key.retrieve();
    return true;
  } catch (error) {
    if (error instanceof AuthenticationError) return false;
    throw error;
  }
}
