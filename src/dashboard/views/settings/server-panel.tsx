// The server behind this page: its address, its state and its API.
/** @jsxImportSource preact */
import type { Chaintrail } from '../../../client/chaintrail.js';
import { Answered, Panel } from '../../parts/panel.js';
import { readPageFacts } from '../../state/page-facts.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';
import { Links } from '../sign-in.js';

async function readServer(client: Chaintrail, signal: AbortSignal) {
  const [ready, document] = await Promise.all([
    client.get<{ status: string }>('/readyz', { signal }),
    client.get<{ info: { version: string }; paths: object }>('/openapi.json', { signal }),
  ]);
  return {
    status: ready.status,
    version: document.info.version,
    paths: Object.keys(document.paths).length,
  };
}

export function ServerPanel() {
  const { client } = useSession();
  const answer = useAnswer('server', (signal) => readServer(client, signal));
  return (
    <Panel title="Server" span={6} actions={<Links />}>
      <Answered answer={answer} lines={4}>
        {({ status, version, paths }) => (
          <dl class="facts">
            <div>
              <dt>Address</dt>
              <dd class="mono">{readPageFacts().publicUrl}</dd>
            </div>
            <div>
              <dt>Status</dt>
              <dd>{status}</dd>
            </div>
            <div>
              <dt>API</dt>
              <dd>
                version {version}, {paths} paths
              </dd>
            </div>
          </dl>
        )}
      </Answered>
      <p class="note">
        Settings come from environment variables. Run <code>npx chaintrail print-config</code> on
        the server to see them without secrets.
      </p>
    </Panel>
  );
}
