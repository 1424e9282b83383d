// `chaintrail migrate`, `backup` and `restore`, which concern the whole data folder.
import { resolve } from 'node:path';
import { missingMigrations } from '../../admin/applied-migrations.js';
import { onFolder } from '../../start/banner.js';
import { type Command, CommandError } from '../command.js';
import { minute, table } from '../table.js';
import { requirePackages, withAdmin } from '../with-admin.js';

const migrate: Command = {
  name: 'migrate',
  summary: 'apply the migrations of both databases, as serve does at its start',
  details:
    'Creates the data folder if it does not exist. Fails if the databases have migrations of a newer version.',
  examples: ['migrate'],
  run: ({ settings }) =>
    withAdmin({ ...settings, canMake: true }, async (admin) => {
      const data = await admin.call('migrate', {});
      const missing = missingMigrations(data);
      if (missing.length > 0) {
        throw new CommandError(
          `An older version of the server runs on ${settings.dataDirectory} and does not have the migrations ` +
            `${missing.join(', ')}. Stop it, then run this command again or start the new version.`,
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
  summary: 'copy all data into a folder; the server may be running',
  positionals: ['dir'],
  details:
    'The backup has all events that were accepted before it began, the refused events, and all keys and\n' +
    'workspaces. It contains secrets. A running server writes the folder itself, as its own user. After an\n' +
    'interruption, the same command starts over in the same folder.',
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
  summary: 'create the data folder from a backup; there must be no data in it yet',
  positionals: ['dir'],
  details:
    'After an interruption, no server starts on the incomplete folder; run restore again to start over.',
  examples: ['restore /backups/monday'],
  async run({ settings, workingDirectory, positional }) {
    const { dataDirectory, clickhouse, postgresUrl } = settings;
    if (clickhouse !== undefined || postgresUrl !== undefined) {
      throw new CommandError(
        'restore creates a data folder with both databases in it. Unset ANALYTICS_URL and ' +
          'APPLICATION_URL, or restore those servers with their own tools.',
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
