// `chaintrail alerts`: sends a test match to an alert's recipients.
import type { Command } from '../command.js';
import { table } from '../table.js';
import { withAdmin } from '../with-admin.js';

const test: Command = {
  name: 'alerts test',
  summary: 'send a test match to each recipient of an alert now',
  positionals: ['id'],
  details:
    'Each recipient is tried once, even while the alert is inactive. The exit status is 1 if one did not get it.\n' +
    'GET /v0/alerts lists the alerts and their ids.',
  examples: ['alerts test alrt_5f3c0e7a91d2b84c6e0f1a2b'],
  run: (call) =>
    withAdmin(call.settings, async (admin) => {
      const data = await admin.call('alerts.test', { id: call.positional(0) });
      const text = table(
        data,
        [
          ['type', ({ type }) => type],
          ['recipient', ({ target }) => target],
          ['status', ({ status }) => status],
          ['answer', ({ response_status }) => String(response_status ?? '-')],
          ['why', ({ error }) => error ?? ''],
        ],
        'The alert has no recipients.',
      );
      return { data, text, isPartial: data.some(({ status }) => status !== 'delivered') };
    }),
};

export const alertsCommands: readonly Command[] = [test];
