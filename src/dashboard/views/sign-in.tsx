// The sign-in form, which asks for an API key.
/** @jsxImportSource preact */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { explainError, KEY_COMMAND } from '../format/explain-error.js';
import { Brand } from '../parts/brand.js';
import { Command } from '../parts/command.js';
import { isWriteKey } from '../parts/script-tag.js';
import { ThemeSwitch } from '../parts/theme-switch.js';
import { readPageFacts } from '../state/page-facts.js';
import { isKnownKey } from '../state/session.js';

export interface SignInProps {
  readonly onSignIn: (apiKey: string) => void;
  /** Why the user was signed out, if not by their own wish. */
  readonly reason: string | undefined;
}

const UNKNOWN = 'The server does not know this key. Check that it is complete and not revoked.';
const WRITE_KEY =
  'This is a write key, which can only send events. Sign in with an API key (ct_…).';

export function SignIn({ onSignIn, reason }: SignInProps) {
  const [fault, setFault] = useState(reason);
  const [isAsking, setAsking] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // When the form replaces the dashboard, what had the focus is gone.
  useLayoutEffect(() => field.current?.focus(), []);

  const submit = async (event: SubmitEvent & { readonly currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    if (isAsking) return;
    const apiKey = String(new FormData(event.currentTarget).get('api-key')).trim();
    if (apiKey === '') return setFault('Enter an API key.');
    if (isWriteKey(apiKey)) return setFault(WRITE_KEY);
    // Remove the message first: screen readers would not announce the same one again.
    setFault(undefined);
    setAsking(true);
    try {
      if (await isKnownKey(apiKey)) return onSignIn(apiKey);
      setFault(UNKNOWN);
    } catch (error) {
      const { title, advice } = explainError(error);
      setFault(`${title}. ${advice}`);
    }
    setAsking(false);
  };

  return (
    <main class="sign-in">
      <section class="panel" aria-labelledby="sign-in-title">
        <Brand />
        <h1 id="sign-in-title">Sign in</h1>
        <p class="note">
          See which visits lead to connected wallets, and which wallets lead to transactions.
        </p>
        <form onSubmit={submit} noValidate>
          <label for="api-key">API key</label>
          <input
            ref={field}
            id="api-key"
            name="api-key"
            type="password"
            autocomplete="off"
            spellcheck={false}
            required
            aria-invalid={fault !== undefined}
            aria-describedby="sign-in-fault sign-in-note"
          />
          <p id="sign-in-fault" class="form-fault" role="alert">
            {fault}
          </p>
          <button type="submit" class="button primary" aria-disabled={isAsking}>
            {isAsking ? 'Signing in…' : 'Sign in'}
          </button>
          <p id="sign-in-note" class="note">
            The key stays in this tab and is sent only to this server.
          </p>
        </form>
        <details>
          <summary>No API key?</summary>
          <p class="note">
            The server printed one at its first start. To create another, run this on the server:
          </p>
          <Command text={KEY_COMMAND} />
        </details>
        <footer class="sign-in-foot">
          <Links />
          <ThemeSwitch />
        </footer>
      </section>
    </main>
  );
}

/** Links to pages that can be read without a key. */
export function Links() {
  return (
    <nav class="links" aria-label="Links">
      <a href="/docs">Docs</a>
      <a href="/openapi.json">OpenAPI</a>
      {readPageFacts().hasDemo && <a href="/demo">Demo</a>}
    </nav>
  );
}
