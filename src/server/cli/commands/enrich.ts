// `chaintrail enrich`: fills in what is known of wallets on chain.
import { resolve } from 'node:path';
import { printable } from '../../printable.js';
import type { Command } from '../command.js';
import { withAdmin } from '../with-admin.js';

const enrich: Command = {
  name: 'enrich',
  summary: 'fill net worth, holdings and identity of wallets from a file',
  options: { file: { value: 'FILE', text: 'one JSON object a line, each of one wallet' } },
  details:
    'A row: address, and any of net_worth_usd, tx_count, first_onchain, last_onchain, updated_at,\n' +
    'identity, chains, apps, tokens, as the API answers them. It replaces what was known of the wallet,\n' +
    'so the same file may be read again. Bad rows are named and left out: the status is 1 then.\n' +
    'A running server reads the file itself, as its own user.',
  examples: ['enrich --file rows.ndjson'],
  run: (call) => {
    const file = resolve(call.workingDirectory, call.required('file'));
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
