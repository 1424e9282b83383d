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
    return `No event was found under ${under}: is it spelled as events carry it? What else was kept of it is deleted.\n`;
  }
  const refused = counted(quarantined_events, 'refused one');
  return `Deleted ${counted(events, 'event')} and ${refused}, under ${under}.\n`;
}

const forget: Command = {
  name: 'forget',
  summary: "delete one person's data, for good",
  options: {
    address: { value: 'ADDRESS', text: 'of a wallet: its events, profile, labels and imports' },
    'anonymous-id': { value: 'ID', text: 'of a visitor' },
    'user-id': { value: 'ID', text: "the app's own id of the person" },
    linked: { text: "also under the other ids that the person's events carry" },
    project: { value: 'ID', text: 'in this project only' },
  },
  details:
    'Events that wait in the journal and refused ones are deleted as well. Repetitions of deleted events\n' +
    'are not stored again; what the person does later is. Counts of whole days are made anew without the\n' +
    'person. Backups that were made before still hold the data.',
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
      throw new UsageError('Say whom: --address, --anonymous-id or --user-id.');
    }
    return withAdmin(call.settings, async (admin) => {
      const data = await admin.call('forget', request);
      return { data, text: describe(data) };
    });
  },
};

export const forgetCommands: readonly Command[] = [forget];
