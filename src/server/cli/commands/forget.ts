// `chaintrail forget`: deletes one person's data.
import { type Command, UsageError } from '../command.js';
import { withAdmin } from '../with-admin.js';

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
    'are not stored again; what the person does later is. Counts of whole days stay as they are.\n' +
    'Backups that were made before still hold the data.',
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
      const { addresses, anonymous_ids, user_ids } = data.ids;
      const text =
        `Deleted ${data.events} events and ${data.quarantined_events} refused ones, ` +
        `of ${addresses} addresses, ${anonymous_ids} anonymous ids and ${user_ids} user ids.\n`;
      return { data, text };
    });
  },
};

export const forgetCommands: readonly Command[] = [forget];
