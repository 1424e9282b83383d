// `chaintrail workspace` and `chaintrail project`: makes, lists, renames and deletes them.
import type { Command } from '../command.js';
import { minute, table } from '../table.js';
import { withAdmin } from '../with-admin.js';

const nameOption = { value: 'NAME', text: 'name, as lists show it' } as const;

const createWorkspace: Command = {
  name: 'workspace create',
  summary: 'make a workspace, whose projects and API keys are separate from those of others',
  options: { name: nameOption },
  examples: ['workspace create --name "Team B"'],
  run: (call) =>
    withAdmin(call.settings, async (admin) => {
      const data = await admin.call('workspace.create', { name: call.required('name') });
      const text =
        `workspace: ${data.id}\n\n` +
        `Next: chaintrail project create --name "My dapp" --workspace ${data.id}\n`;
      return { data, text };
    }),
};

const listWorkspaces: Command = {
  name: 'workspace list',
  summary: 'list the workspaces',
  examples: ['workspace list'],
  run: ({ settings }) =>
    withAdmin(settings, async (admin) => {
      const data = await admin.call('workspace.list', {});
      const text = table(
        data,
        [
          ['id', ({ id }) => id],
          ['name', ({ name }) => name],
          ['created (UTC)', ({ created_at }) => minute(created_at)],
        ],
        'There are no workspaces. Make one: chaintrail workspace create --name "My workspace"',
      );
      return { data, text };
    }),
};

const createProject: Command = {
  name: 'project create',
  summary: 'make a project with its first write key',
  options: {
    name: nameOption,
    workspace: { value: 'ID', text: 'workspace that it belongs to; required if there are several' },
  },
  examples: ['project create --name "My dapp"'],
  run: (call) =>
    withAdmin(call.settings, async (admin) => {
      const data = await admin.call('project.create', {
        name: call.required('name'),
        workspace: call.optional('workspace'),
      });
      return { data, text: `project:   ${data.id}\nwrite key: ${data.write_key}\n` };
    }),
};

const listProjects: Command = {
  name: 'project list',
  summary: 'list the projects',
  examples: ['project list'],
  run: ({ settings }) =>
    withAdmin(settings, async (admin) => {
      const data = await admin.call('project.list', {});
      const text = table(
        data,
        [
          ['id', ({ id }) => id],
          ['name', ({ name }) => name],
          ['workspace', ({ workspace_id }) => workspace_id],
          ['created (UTC)', ({ created_at }) => minute(created_at)],
        ],
        'There are no projects. Make one: chaintrail project create --name "My dapp"',
      );
      return { data, text };
    }),
};

/** @param kind what is renamed */
const renaming = (kind: 'workspace' | 'project', example: string): Command => ({
  name: `${kind} rename`,
  summary: `rename a ${kind}`,
  positionals: ['id'],
  options: { name: nameOption },
  examples: [`${kind} rename ${example} --name "My dapp"`],
  run: (call) =>
    withAdmin(call.settings, async (admin) => {
      const wanted = { id: call.positional(0), name: call.required('name') };
      const data = await admin.call(`${kind}.rename`, wanted);
      return { data, text: `${data.id} is now called ${data.name}.\n` };
    }),
});

const deleteProject: Command = {
  name: 'project delete',
  summary: 'delete a project that was made by mistake',
  positionals: ['id'],
  details:
    'Only for a project whose write keys are revoked and that is empty: no events, labels, imported wallets,\n' +
    'boards, alerts, contracts or segments. The command says what to delete first.',
  examples: ['project delete prj_5f3c0e7a91d2b84c6e0f1a2b'],
  run: (call) =>
    withAdmin(call.settings, async (admin) => {
      const data = await admin.call('project.delete', { id: call.positional(0) });
      return { data, text: `${data.id} (${data.name}) was deleted.\n` };
    }),
};

export const workspaceCommands: readonly Command[] = [
  createWorkspace,
  listWorkspaces,
  renaming('workspace', 'ws_5f3c0e7a91d2b84c6e0f1a2b'),
  createProject,
  listProjects,
  renaming('project', 'prj_5f3c0e7a91d2b84c6e0f1a2b'),
  deleteProject,
];
