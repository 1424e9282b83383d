// `chaintrail keys`: makes, lists and revokes API keys.
import { SCOPES } from '../../../protocol/scopes.js';
import { type Command, UsageError } from '../command.js';
import { keyId } from '../key-id.js';
import { minute, table } from '../table.js';
import { withAdmin } from '../with-admin.js';

/** @throws {UsageError} naming the scopes that do not exist */
function scopesIn(list: string): string[] {
  const names = list.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => name !== '' && !['all', ...SCOPES].includes(name));
  if (unknown.length === 0) return names;
  const shown = unknown.map((name) => `"${name}"`).join(', ');
  throw new UsageError(
    `--scopes must be all or a list of ${SCOPES.join(', ')}; ${shown} is not a scope.`,
  );
}

const create: Command = {
  name: 'keys create',
  summary: 'make an API key; it is shown once',
  options: {
    name: { value: 'NAME', text: 'name of the key, as lists show it' },
    scopes: { value: 'A,B', text: 'scopes of the key, or all' },
    workspace: {
      value: 'ID',
      text: 'workspace that the key is for; required if there are several',
    },
  },
  details: `Scopes: ${SCOPES.join(', ')}.\nA write scope includes its read scope.`,
  examples: [
    'keys create --name dashboard --scopes query:read,profiles:read,boards:read,segments:read,alerts:read,contracts:read',
    'keys create --name admin --scopes all --json',
  ],
  run: async (call) => {
    // Checked before the databases are opened.
    const scopes = scopesIn(call.required('scopes'));
    return withAdmin(call.settings, async (admin) => {
      const data = await admin.call('keys.create', {
        name: call.required('name'),
        scopes,
        workspace: call.optional('workspace'),
      });
      const text =
        `API key: ${data.api_key}\n` +
        `Keep it now: it is stored hashed and cannot be shown again.\n\n` +
        `id:      ${data.id}\nscopes:  ${data.scopes.join(', ')}\n` +
        `Use it:  Authorization: Bearer ${data.api_key}\n` +
        `Undo it: chaintrail keys revoke ${data.id}\n`;
      return { data, text };
    });
  },
};

const scopesCell = (scopes: readonly string[]): string =>
  scopes.length === SCOPES.length ? 'all' : scopes.join(',');

const list: Command = {
  name: 'keys list',
  summary: 'list the API keys, without their secrets',
  examples: ['keys list', 'keys list --json'],
  run: ({ settings }) =>
    withAdmin(settings, async (admin) => {
      const data = await admin.call('keys.list', {});
      const text = table(
        data,
        [
          ['id', ({ id }) => id],
          ['name', ({ name }) => name],
          ['key', ({ prefix, last4 }) => `${prefix}...${last4}`],
          ['workspace', ({ workspace_id }) => workspace_id],
          ['created (UTC)', ({ created_at }) => minute(created_at)],
          ['revoked (UTC)', ({ revoked_at }) => minute(revoked_at)],
          ['scopes', ({ scopes }) => scopesCell(scopes)],
        ],
        'There are no API keys. Make one: chaintrail keys create --name admin --scopes all',
      );
      return { data, text };
    }),
};

const revoke: Command = {
  name: 'keys revoke',
  summary: 'revoke an API key immediately and permanently',
  positionals: ['id'],
  examples: ['keys revoke key_5f3c0e7a91d2b84c6e0f1a2b'],
  run: (call) => {
    const id = keyId(call, 'keys list');
    return withAdmin(call.settings, async (admin) => {
      const data = await admin.call('keys.revoke', { id });
      return { data, text: `${data.id} was revoked at ${data.revoked_at}.\n` };
    });
  },
};

export const keysCommands: readonly Command[] = [create, list, revoke];
