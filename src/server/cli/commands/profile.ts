// `chaintrail profile`: prints what is known about a wallet.
import type { Profile } from '../../../client/answers.js';
import type { Command } from '../command.js';
import { rowTable } from '../row-table.js';
import { table } from '../table.js';
import { valueCell } from '../value-cell.js';
import { API_OPTIONS, withApi } from '../with-api.js';

const SECTIONS = ['chains', 'apps', 'tokens', 'labels'] as const;

/** URLs of images and sites are useless in a terminal table. */
const LEFT_OUT: readonly string[] = ['img', 'url'];

function section(profile: Profile, name: (typeof SECTIONS)[number]): string {
  const rows = profile[name];
  if (rows === undefined) return '';
  const columns = Object.keys(rows[0] ?? {}).filter((column) => !LEFT_OUT.includes(column));
  return `\n${name}\n${rowTable(rows, columns, 'None.')}`;
}

/** Prints only the fields with a value: most are unknown for most wallets. */
function describe(profile: Profile): string {
  const known = Object.entries(profile).filter(
    ([name, value]) =>
      value !== null && value !== '' && !SECTIONS.some((sectionName) => sectionName === name),
  );
  const facts = table(
    known,
    [
      ['what', ([name]) => name],
      ['value', ([, value]) => valueCell(value)],
    ],
    'Nothing is known.',
  );
  return facts + SECTIONS.map((name) => section(profile, name)).join('');
}

const profile: Command = {
  name: 'profile',
  summary: 'show the profile of a wallet',
  positionals: ['address'],
  options: {
    expand: { value: 'A,B', text: `sections to add: ${SECTIONS.join(', ')}` },
    project: { value: 'ID', text: 'data of this project only (of all projects of the workspace)' },
    ...API_OPTIONS,
  },
  details:
    'The address is EVM in any letter case, Solana, or an ENS name. Requires the scope profiles:read.',
  examples: [
    'profile 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
    'profile vitalik.eth --expand labels,tokens --json',
  ],
  run: (call) =>
    withApi(call, async ({ profiles }) => {
      const data = await profiles.retrieve(call.positional(0), {
        expand: call.optional('expand'),
        project_id: call.optional('project'),
      });
      return { data, text: describe(data) };
    }),
};

export const profileCommands: readonly Command[] = [profile];
