// Commands for keys and projects, to run where the server runs: no API key may change these, so no page can.
/** @jsxImportSource preact */
import { KEY_COMMAND, WRITE_COMMAND } from '../../format/explain-error.js';
import { Command } from '../../parts/command.js';
import { Panel } from '../../parts/panel.js';

const COMMANDS = [
  ['Create a read-only API key', KEY_COMMAND],
  ['Create an API key with write access', WRITE_COMMAND],
  ['List the API keys', 'npx chaintrail keys list'],
  ['Revoke an API key', 'npx chaintrail keys revoke KEY_ID'],
  ['List the write keys', 'npx chaintrail writekey list --json'],
  ['Create a write key', 'npx chaintrail writekey create --project PROJECT_ID'],
  ['Revoke a write key', 'npx chaintrail writekey revoke WRITE_KEY_ID'],
  ['List the projects', 'npx chaintrail project list'],
  ['Create a project', 'npx chaintrail project create --name "My dapp"'],
] as const;

export function CommandsPanel() {
  return (
    <Panel title="Keys and projects" span={6} note="Commands to run on the server">
      <dl class="commands">
        {COMMANDS.map(([title, command]) => (
          <div key={command}>
            <dt>{title}</dt>
            <dd>
              <Command text={command} />
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
