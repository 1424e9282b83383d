// `chaintrail writekey`: makes, lists and revokes write keys, with which pages and apps send events.
import type { Command } from '../command.js';
import { keyId } from '../key-id.js';
import { minute, table } from '../table.js';
import { withAdmin } from '../with-admin.js';

const create: Command = {
  name: 'writekey create',
  summary: 'make a write key, with which pages and apps send events',
  options: {
    project: { value: 'ID', text: 'project that its events go to; required if there are several' },
  },
  examples: ['writekey create', 'writekey create --project prj_5f3c0e7a91d2b84c6e0f1a2b'],
  run: (call) =>
    withAdmin(call.settings, async (admin) => {
      const data = await admin.call('writekey.create', { project: call.optional('project') });
      const text =
        `write key: ${data.write_key}\n\n` +
        `id:        ${data.id}\nproject:   ${data.project_id}\n` +
        `Undo it:   chaintrail writekey revoke ${data.id}\n`;
      return { data, text };
    }),
};

const list: Command = {
  name: 'writekey list',
  summary: 'list the write keys',
  details: 'Use --json to see the keys themselves, which are long.',
  examples: ['writekey list', 'writekey list --json'],
  run: ({ settings }) =>
    withAdmin(settings, async (admin) => {
      const data = await admin.call('writekey.list', {});
      const text = table(
        data,
        [
          ['id', ({ id }) => id],
          ['project', ({ project_id }) => project_id],
          ['created (UTC)', ({ created_at }) => minute(created_at)],
          ['revoked (UTC)', ({ revoked_at }) => minute(revoked_at)],
        ],
        'There are no write keys. Make one: chaintrail writekey create',
      );
      return { data, text };
    }),
};

const revoke: Command = {
  name: 'writekey revoke',
  summary: 'revoke a write key permanently: its events are refused',
  positionals: ['id'],
  details: 'A running server refuses them within 3 seconds.',
  examples: ['writekey revoke wk_5f3c0e7a91d2b84c6e0f1a2b'],
  run: (call) => {
    const id = keyId(call, 'writekey list');
    return withAdmin(call.settings, async (admin) => {
      const data = await admin.call('writekey.revoke', { id });
      return { data, text: `${data.id} was revoked at ${data.revoked_at}.\n` };
    });
  },
};

export const writeKeyCommands: readonly Command[] = [create, list, revoke];
