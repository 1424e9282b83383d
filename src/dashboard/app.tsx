// Shows the sign-in form, or the dashboard to a user who has signed in.
/** @jsxImportSource preact */
import { useCallback, useMemo, useState } from 'preact/hooks';
import { Shell } from './shell.js';
import { openClient, type Session, SessionContext } from './state/session.js';
import { draftStore, keyAnswerStore, keyStore, listStore } from './state/storage.js';
import { NavigationContext, useAddress } from './state/use-place.js';
import { SignIn } from './views/sign-in.js';

export function App() {
  const [apiKey, setApiKey] = useState(() => keyStore.read());
  const [reason, setReason] = useState<string>();
  const navigation = useAddress();

  const signIn = useCallback((key: string) => {
    keyStore.write(key);
    setReason(undefined);
    setApiKey(key);
  }, []);
  const session = useMemo<Session | undefined>(() => {
    if (apiKey === undefined) return undefined;
    const signOut = (why?: string) => {
      keyStore.write(undefined);
      keyAnswerStore.write(undefined);
      // With a reason, the key ended: unsaved forms wait for the next key. Without one, somebody signed out on
      // purpose, and nothing of theirs stays in the browser.
      if (why === undefined) {
        draftStore.write(undefined);
        listStore.write(undefined);
      }
      setReason(why);
      setApiKey(undefined);
    };
    return { client: openClient(apiKey), apiKey, signOut };
  }, [apiKey]);

  if (session === undefined) return <SignIn onSignIn={signIn} reason={reason} />;
  return (
    <SessionContext.Provider value={session}>
      <NavigationContext.Provider value={navigation}>
        <Shell />
      </NavigationContext.Provider>
    </SessionContext.Provider>
  );
}
