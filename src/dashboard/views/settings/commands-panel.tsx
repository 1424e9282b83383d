// Commands for keys and projects, to run where the server runs: no API key may change these, so no page can.
/** @jsxImportSource preact */
import { KEY_COMMAND, WRITE_COMMAND } from '../../format/explain-error.js';
import { Command } from '../../parts/command.js';
import { Panel } from '../../parts/panel.js';

const COMMANDS = [
  ['Make an API key that reads', KEY_COMMAND],
  ['Make one for all forms of this page', WRITE_COMMAND],
  ['List the API keys', 'npx chaintrail keys list'],
  ['End an API key', 'npx chaintrail keys revoke KEY_ID'],
  ['Show the write keys', 'npx chaintrail writekey list --json'],
  ['Make a write key', 'npx chaintrail writekey create --project PROJECT_ID'],
  ['End a write key', 'npx chaintrail writekey revoke WRITE_KEY_ID'],
  ['List the projects', 'npx chaintrail project list'],
  ['Make a project', 'npx chaintrail project create --name "My dapp"'],
] as const;

export function CommandsPanel() {
  return (
    <Panel title="Keys and projects" span={6} note="Run these where the server runs">
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
