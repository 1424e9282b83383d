// The key that is signed in, and what it was seen to be allowed.
/** @jsxImportSource preact */
import { PermissionDeniedError } from '../../../client/errors.js';
import { Icon } from '../../parts/icon.js';
import { Answered, Panel } from '../../parts/panel.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';

/** Of a key, what tells it from others and opens nothing. */
const SHOWN_SIGNS = 6;

async function isAllowed(run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    if (error instanceof PermissionDeniedError) return false;
    throw error;
  }
}

export function KeyPanel() {
  const { client, apiKey, signOut } = useSession();
  const answer = useAnswer('scopes', async (signal) => {
    const uses = [
      ['query:read', 'figures, live events, history', () => client.analytics.kpis({}, { signal })],
      ['profiles:read', 'wallets', () => client.profiles.search({ limit: 1 }, { signal })],
      ['boards:read', 'boards', () => client.boards.list({ size: 1 }, { signal })],
    ] as const;
    return Promise.all(
      uses.map(async ([scope, use, run]) => ({ scope, use, allowed: await isAllowed(run) })),
    );
  });
  return (
    <Panel
      title="Your key"
      span={6}
      note={<span class="mono">{apiKey.slice(0, SHOWN_SIGNS)}…</span>}
      actions={
        <button type="button" class="button" onClick={() => signOut()}>
          Sign out
        </button>
      }
    >
      <Answered answer={answer} lines={3}>
        {(scopes) => (
          <ul class="scopes">
            {scopes.map(({ scope, use, allowed }) => (
              <li key={scope} class="scope" data-allowed={allowed}>
                <Icon name={allowed ? 'check' : 'close'} />
                <code>{scope}</code>
                <span class="muted">{allowed ? use : `missing: ${use} stay hidden`}</span>
              </li>
            ))}
          </ul>
        )}
      </Answered>
      <p class="note">
        It is kept in this tab alone and forgotten when the tab closes. The dashboard reads, and
        asks for no more than these scopes.
      </p>
    </Panel>
  );
}
