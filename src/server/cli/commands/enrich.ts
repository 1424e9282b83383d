// `chaintrail enrich`: stores on-chain facts of wallets from a file.
import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { printable } from '../../printable.js';
import { type Command, CommandError } from '../command.js';
import { withAdmin } from '../with-admin.js';

/**
 * The real path of the file, valid in the server's process as well. `/dev/stdin` or `/dev/fd/63` (of a
 * shell's <(zcat rows.gz)) would be other files there: its own log, or a file of its database.
 */
async function sharedPath(file: string): Promise<string> {
  // A file that this user cannot see may be readable for the server; if not, the server reports the error.
  const found = await stat(file).catch(() => undefined);
  if (found === undefined || found.isDirectory()) return file;
  if (found.isFile()) return realpath(file);
  throw new CommandError(
    `${file} is a pipe or a device, which a running server cannot read. Write the rows into a file.`,
  );
}

const enrich: Command = {
  name: 'enrich',
  summary: 'store net worth, holdings and identity of wallets from a file',
  options: {
    file: { value: 'FILE', text: 'file with one JSON object per line, each for one wallet' },
  },
  details:
    'Fields of a row: address, and any of net_worth_usd, tx_count, first_onchain, last_onchain, updated_at,\n' +
    'identity, chains, apps, tokens, in the format of the API. A row replaces what was stored for its wallet,\n' +
    'so the same file may be read again. Invalid rows are listed and skipped; the exit status is then 1.\n' +
    'A running server reads the file itself, as its own user, so it must not be a pipe.',
  examples: ['enrich --file rows.ndjson'],
  run: async (call) => {
    const file = await sharedPath(resolve(call.workingDirectory, call.required('file')));
    return withAdmin(call.settings, async (admin) => {
      const data = await admin.call('enrich', { file });
      const errors = data.errors.map(
        ({ line, reason }) => `  line ${line}: ${printable(reason)}\n`,
      );
      const more = data.refused - errors.length;
      const text =
        `Stored ${data.rows} rows, refused ${data.refused}.\n${errors.join('')}` +
        (more > 0 ? `  and ${more} more\n` : '');
      return { data, text, isPartial: data.refused > 0 };
    });
  },
};

export const enrichCommands: readonly Command[] = [enrich];
