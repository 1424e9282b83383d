// The API key that the user signed in with, and its scopes.
/** @jsxImportSource preact */
import type { Scope } from '../../../protocol/scopes.js';
import { Icon } from '../../parts/icon.js';
import { Answered, Panel } from '../../parts/panel.js';
import { useKey } from '../../state/key.js';
import { useSession } from '../../state/session.js';

/** The end of the key, enough to recognise it but not to use it, as `chaintrail keys list` shows it. */
const keyWords = (apiKey: string): string => `ct_...${apiKey.slice(-4)}`;

/** What the dashboard uses each scope for. */
const USES: Readonly<Partial<Record<Scope, string>>> = {
  'query:read': 'figures, live events, history',
  'profiles:read': 'wallets',
  'segments:read': 'segments',
  'boards:read': 'boards',
  'alerts:read': 'alerts',
  'contracts:read': 'contracts',
  'profiles:write': 'editing labels',
  'segments:write': 'editing segments',
  'boards:write': 'editing boards and charts',
  'alerts:write': 'editing alerts',
  'contracts:write': 'editing contracts',
};

export function KeyPanel() {
  const { apiKey, signOut } = useSession();
  const answer = useKey();
  return (
    <Panel
      title="Your API key"
      span={6}
      note={
        <>
          {answer.data?.name} <span class="mono">{keyWords(apiKey)}</span>
        </>
      }
      actions={
        <button type="button" class="button" onClick={() => signOut()}>
          Sign out
        </button>
      }
    >
      <Answered answer={answer} lines={15}>
        {({ scopes }) => (
          <ul class="scopes">
            {Object.entries(USES).map(([scope, use]) => {
              const allowed = scopes.includes(scope);
              return (
                <li key={scope} class="scope" data-allowed={allowed}>
                  <Icon name={allowed ? 'check' : 'close'} />
                  <code>{scope}</code>
                  <span class="muted">{allowed ? use : `missing, needed for ${use}`}</span>
                </li>
              );
            })}
          </ul>
        )}
      </Answered>
      <p class="note">
        The key is kept in this tab only and forgotten when the tab closes. The dashboard uses no
        other scopes than these, and the write scopes only in its forms.
      </p>
    </Panel>
  );
}
