// `chaintrail migrate`, `backup` and `restore`, which concern the whole data folder.
import { resolve } from 'node:path';
import { missingMigrations } from '../../admin/applied-migrations.js';
import { onFolder } from '../../banner.js';
import { type Command, CommandError } from '../command.js';
import { minute, table } from '../table.js';
import { requirePackages, withAdmin } from '../with-admin.js';

const migrate: Command = {
  name: 'migrate',
  summary: 'bring both databases up to date, as serve does when it starts',
  details: 'Makes the data folder when it is missing. A newer schema is refused.',
  examples: ['migrate'],
  run: ({ settings }) =>
    withAdmin({ ...settings, canMake: true }, async (admin) => {
      const data = await admin.call('migrate', {});
      const missing = missingMigrations(data);
      if (missing.length > 0) {
        throw new CommandError(
          `An older version of the server runs on ${settings.dataDirectory}, and does not make ` +
            `${missing.join(', ')}. Stop it, then repeat this or start the new version.`,
        );
      }
      const text = table(
        data,
        [
          ['database', ({ database }) => database],
          ['migration', ({ id }) => id],
          ['applied (UTC)', ({ applied_at }) => minute(applied_at)],
        ],
        'There are no migrations.',
      );
      return { data, text: `Up to date.\n\n${text}` };
    }),
};

const backup: Command = {
  name: 'backup',
  summary: 'copy everything into a folder, also while the server runs',
  positionals: ['dir'],
  details:
    'In it is every event that was answered before, every key and workspace, and the refused events.\n' +
    'The folder holds secrets. A running server writes it itself, as its own user. Cut short, it begins\n' +
    'anew in the same folder.',
  examples: ['backup /backups/monday'],
  run: (call) =>
    withAdmin(call.settings, async (admin) => {
      const directory = resolve(call.workingDirectory, call.positional(0));
      const data = await admin.call('backup', { directory });
      const text =
        `Backed up to ${data.directory}: ${data.files} files, ${data.bytes} bytes.\n` +
        `Restore it: CHAINTRAIL_DATA=<a new folder> chaintrail restore ${data.directory}\n`;
      return { data, text };
    }),
};

const restoreCommand: Command = {
  name: 'restore',
  summary: 'make the data folder from a backup; there must be none yet',
  positionals: ['dir'],
  details: 'Cut short, it leaves a mark: no server starts on the half, and restore begins anew.',
  examples: ['restore /backups/monday'],
  async run({ settings, workingDirectory, positional }) {
    const { dataDirectory, clickhouse, postgresUrl } = settings;
    if (clickhouse !== undefined || postgresUrl !== undefined) {
      throw new CommandError(
        'restore makes a data folder with both databases in it. Unset ANALYTICS_URL and ' +
          'APPLICATION_URL, or restore those servers by their own tools.',
      );
    }
    requirePackages(settings);
    const { restore } = await import('../../backup/restore.js');
    const from = resolve(workingDirectory, positional(0));
    const data = await restore({ from, dataDirectory });
    const text =
      `Restored ${dataDirectory} from the backup of ${data.created_at}: ` +
      `${data.event_rows} event rows.\nNext: ${onFolder(dataDirectory)} chaintrail serve\n`;
    return { data, text };
  },
};

export const dataCommands: readonly Command[] = [migrate, backup, restoreCommand];
