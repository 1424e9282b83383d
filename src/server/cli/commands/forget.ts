// `chaintrail forget`: deletes one person's data.
import { counted } from '../../counted.js';
import type { ForgetAnswer } from '../../forget/service.js';
import { type Command, UsageError } from '../command.js';
import { withAdmin } from '../with-admin.js';

function describe({ events, quarantined_events, ids }: ForgetAnswer): string {
  const named = [
    counted(ids.addresses, 'address', 'addresses'),
    counted(ids.anonymous_ids, 'anonymous id'),
    counted(ids.user_ids, 'user id'),
  ].filter((text) => !text.startsWith('0 '));
  const under = named.join(', ');
  if (events + quarantined_events === 0) {
    return `No event was found under ${under}. Is it spelled as in the events? Other data under it has been deleted.\n`;
  }
  const refused = counted(quarantined_events, 'refused event');
  return `Deleted ${counted(events, 'event')} and ${refused}, under ${under}.\n`;
}

const forget: Command = {
  name: 'forget',
  summary: "permanently delete one person's data",
  options: {
    address: {
      value: 'ADDRESS',
      text: 'address of a wallet: its events, profile, labels and imports',
    },
    'anonymous-id': { value: 'ID', text: 'anonymous id of a visitor' },
    'user-id': { value: 'ID', text: 'user id that the app gave the person' },
    linked: { text: "also delete the data under other ids in the person's events" },
    project: { value: 'ID', text: 'delete in this project only (all projects)' },
  },
  details:
    'Events that wait in the journal and refused events are deleted as well. Deleted events are not stored\n' +
    'again when they are sent again; new events of the person are stored. Daily counts are recomputed without\n' +
    'the person. Earlier backups still contain the data.',
  examples: ['forget --address 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 --linked'],
  run(call) {
    const request = {
      address: call.optional('address'),
      anonymous_id: call.optional('anonymous-id'),
      user_id: call.optional('user-id'),
      linked: call.switched('linked'),
      project: call.optional('project'),
    };
    if (!request.address && !request.anonymous_id && !request.user_id) {
      throw new UsageError('Name the person: --address, --anonymous-id or --user-id.');
    }
    return withAdmin(call.settings, async (admin) => {
      const data = await admin.call('forget', request);
      return { data, text: describe(data) };
    });
  },
};

export const forgetCommands: readonly Command[] = [forget];
