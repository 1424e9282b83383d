// Settings: projects, contracts, the API key and the server, and the commands for what a page must not do.
/** @jsxImportSource preact */
import { Panel } from '../parts/panel.js';
import { ThemeSwitch } from '../parts/theme-switch.js';
import { ViewHead } from '../parts/view-head.js';
import { CommandsPanel } from './settings/commands-panel.js';
import { ContractsPanel } from './settings/contracts-panel.js';
import { KeyPanel } from './settings/key-panel.js';
import { ProjectsPanel } from './settings/projects-panel.js';
import { ServerPanel } from './settings/server-panel.js';
import { SnippetPanel } from './settings/snippet-panel.js';

export function Settings() {
  return (
    <>
      <ViewHead title="Settings" />
      <div class="grid">
        <ProjectsPanel />
        <div class="stack" data-span="6">
          <KeyPanel />
          <SnippetPanel />
        </div>
        <div class="stack" data-span="6">
          <ServerPanel />
          <Panel title="Theme" note="In this browser only">
            <ThemeSwitch />
          </Panel>
          <CommandsPanel />
        </div>
        {/* The last one: whether it is there at all is known once the key is. */}
        <ContractsPanel />
      </div>
    </>
  );
}
